"""The clients of PyPI. Prints one JSON object for each call. Run by `npm run bench -- doors`."""
import asyncio, json, sys
from datetime import datetime, timedelta, timezone

base, key, host = sys.argv[1:4]
DOMAIN = "127.0.0.1"
ADDRESSES = {"https://google.serper.dev": "/serper", "https://api.jina.ai": "/jina", "https://s.jina.ai": "/jina/s"}


def day(ago):
    return (datetime.now(timezone.utc) - timedelta(days=ago)).strftime("%Y-%m-%d")


def has(value, path):
    if not path:
        return value is not None
    first, *rest = path
    name = first.removesuffix("[]")
    inner = value.get(name) if isinstance(value, dict) else getattr(value, name, None)
    if first.endswith("[]"):
        return isinstance(inner, list) and len(inner) > 0 and all(has(item, rest) for item in inner)
    return inner is not None and has(inner, rest)


def called(client, call, run, fields=(), holds=None):
    row = {"client": client, "call": call, "missed": [], "violated": []}
    try:
        answer = run()
        row["missed"] = [path for path in fields if not has(answer, path.split("."))]
        row["violated"] = [name for name, holds in (holds or {}).items() if not holds(answer)]
        if row["missed"] or row["violated"]:
            row["why"] = str(answer)[:400]
    except Exception as error:
        row.update(missed=["everything"], why=repr(error)[:400])
    print(json.dumps(row), flush=True)


def own(url):
    return url.startswith(host)


def tavily():
    from tavily import AsyncTavilyClient, TavilyClient, InvalidAPIKeyError
    name = "tavily-python"
    client = TavilyClient(api_key=key, api_base_url=f"{base}/tavily")
    results = ["query", "response_time", "results[].url", "results[].title", "results[].content", "results[].score"]
    called(name, "search", lambda: client.search("dunlin", include_domains=[DOMAIN], max_results=4), results,
           {"include_domains": lambda a: all(own(r["url"]) for r in a["results"]), "max_results": lambda a: len(a["results"]) == 4})
    called(name, "search, time_range", lambda: client.search("dunlin", time_range="month"), [*results, "results[].published_date"],
           {"time_range": lambda a: all(r["published_date"][:10] >= day(32) for r in a["results"])})
    called(name, "qna_search", lambda: {"answer": client.qna_search("How much does a dunlin weigh?", include_domains=[DOMAIN])}, ["answer"],
           {"answer": lambda a: "48 grams" in a["answer"]})
    called(name, "extract", lambda: client.extract([f"{host}/p1", f"{host}/dead"]), ["results[].raw_content", "failed_results[].error"])
    called(name, "crawl", lambda: client.crawl(f"{host}/", limit=3), ["base_url", "results[].raw_content"])
    called(name, "map", lambda: client.map(f"{host}/", select_paths=["/p.*"]), ["results[]"],
           {"select_paths": lambda a: all("/p" in url for url in a["results"])})
    called(name, "async search", lambda: asyncio.run(AsyncTavilyClient(api_key=key, api_base_url=f"{base}/tavily").search("dunlin")), results)

    def refused():
        try:
            TavilyClient(api_key="wrong", api_base_url=f"{base}/tavily").search("dunlin")
        except InvalidAPIKeyError as error:
            return {"error": str(error)}
    called(name, "wrong key", refused, ["error"])


def exa():
    from exa_py import Exa
    name = "exa-py"
    client = Exa(key, base_url=f"{base}/exa")
    found = ["results[].url", "results[].id", "results[].title", "results[].score"]
    called(name, "search", lambda: client.search("dunlin", num_results=3, exclude_domains=["other.example"]), found,
           {"exclude_domains": lambda a: all(own(r.url) for r in a.results)})
    called(name, "search_and_contents", lambda: client.search_and_contents("dunlin weighs", text=True, highlights=True, include_domains=[DOMAIN], num_results=2),
           [*found, "results[].text", "results[].highlights[]"])
    called(name, "get_contents", lambda: client.get_contents([f"{host}/p1"], text=True), ["results[].text", "statuses[].status"])
    called(name, "find_similar", lambda: client.find_similar("https://other.example/", exclude_source_domain=True), ["results"],
           {"exclude_source_domain": lambda a: all("other.example" not in r.url for r in a.results)})
    called(name, "answer", lambda: client.answer("How much does a dunlin weigh?", text=True), ["answer", "citations[].url", "citations[].text"],
           {"answer": lambda a: "48 grams" in a.answer})
    called(name, "stream_answer", lambda: {"text": "".join(c.content or "" for c in client.stream_answer("How much does a dunlin weigh?"))}, ["text"],
           {"answer": lambda a: "48 grams" in a["text"]})


def langchain():
    import requests
    plain = requests.Session.request

    def redirected(self, method, url, *args, **kwargs):
        for origin, door in ADDRESSES.items():
            if str(url).startswith(origin):
                url = base + door + str(url)[len(origin):]
        return plain(self, method, url, *args, **kwargs)

    requests.Session.request = redirected
    from langchain_community.utilities import SearxSearchWrapper, BraveSearchWrapper, GoogleSerperAPIWrapper
    from langchain_community.utilities.jina_search import JinaSearchAPIWrapper
    name = "langchain-community"
    headers = {"Authorization": f"Bearer {key}"}
    for host_of in (f"{base}/searxng", f"{base}/searxng/search"):
        searx = SearxSearchWrapper(searx_host=host_of, headers=headers)
        called(name, f"SearxSearchWrapper.results at {host_of[len(base):]}", lambda: {"list": searx.results("dunlin", 4, time_range="year")},
               ["list[].snippet", "list[].title", "list[].link", "list[].engines", "list[].category"], {"num_results": lambda a: len(a["list"]) == 4})
    called(name, "SearxSearchWrapper.run", lambda: {"text": searx.run("dunlin")}, ["text"], {"text": lambda a: "wader" in a["text"]})
    called(name, "BraveSearchWrapper", lambda: {"list": json.loads(BraveSearchWrapper(api_key=key, base_url=f"{base}/brave/res/v1/web/search", search_kwargs={"count": 3, "freshness": "pm"}).run("dunlin"))},
           ["list[].title", "list[].link", "list[].snippet"], {"count": lambda a: len(a["list"]) == 3})
    for kind, field in (("search", "organic"), ("news", "news"), ("images", "images")):
        called(name, f"GoogleSerperAPIWrapper {kind}", lambda: GoogleSerperAPIWrapper(serper_api_key=key, type=kind, k=3).results("dunlin"),
               ["searchParameters.q", "credits", f"{field}[].title", f"{field}[].link", f"{field}[].position"], {"num": lambda a: len(a[field]) == 3})
    called(name, "GoogleSerperAPIWrapper.run", lambda: {"text": GoogleSerperAPIWrapper(serper_api_key=key).run("dunlin")}, ["text"])
    called(name, "JinaSearchAPIWrapper", lambda: {"list": json.loads(JinaSearchAPIWrapper(api_key=key).run("dunlin"))}, ["list[].title", "list[].link", "list[].content"])
    from langchain_community.document_compressors import JinaRerank
    called(name, "JinaRerank", lambda: {"list": JinaRerank(jina_api_key=key, top_n=2).rerank(["A red car.", "The dunlin feeds at low tide."], "low tide")},
           ["list[].index", "list[].relevance_score"], {"order": lambda a: a["list"][0]["index"] == 1})
    from langchain_tavily import TavilySearch, TavilyExtract
    called("langchain-tavily", "TavilySearch", lambda: TavilySearch(tavily_api_key=key, api_base_url=f"{base}/tavily", max_results=2).invoke({"query": "dunlin", "include_domains": [DOMAIN]}),
           ["results[].url", "results[].content"], {"include_domains": lambda a: all(own(r["url"]) for r in a["results"])})
    called("langchain-tavily", "TavilyExtract", lambda: TavilyExtract(tavily_api_key=key, apiwrapper=None, api_base_url=f"{base}/tavily").invoke({"urls": [f"{host}/p1"]}), ["results[].raw_content"])
    from langchain_exa import ExaSearchRetriever
    called("langchain-exa", "ExaSearchRetriever", lambda: {"list": ExaSearchRetriever(exa_api_key=key, exa_base_url=f"{base}/exa", k=2, include_domains=[DOMAIN]).invoke("dunlin")},
           ["list[].page_content", "list[].metadata.url"], {"k": lambda a: len(a["list"]) == 2})
    requests.Session.request = plain


def others():
    import cohere
    from perplexity import Perplexity
    called("cohere", "ClientV2.rerank", lambda: cohere.ClientV2(key, base_url=f"{base}/cohere").rerank(model="rerank-v3.5", query="low tide", documents=["A red car.", "The dunlin feeds at low tide."]),
           ["id", "results[].index", "results[].relevance_score"], {"order": lambda a: a.results[0].index == 1})
    called("perplexityai", "search.create", lambda: Perplexity(api_key=key, base_url=f"{base}/perplexity").search.create(query="dunlin", search_after_date_filter=datetime.strptime(day(30), "%Y-%m-%d").strftime("%m/%d/%Y")),
           ["id", "results[].title", "results[].snippet", "results[].date"], {"date": lambda a: all(r.date[:10] >= day(30) for r in a.results)})


for part in (tavily, exa, langchain, others):
    try:
        part()
    except ImportError as error:
        print(json.dumps({"client": part.__name__, "call": "import", "missed": ["everything"], "violated": [], "why": str(error)}), flush=True)
