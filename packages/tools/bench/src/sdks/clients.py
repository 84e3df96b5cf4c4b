"""Every method of the Python SDK of the reference: sync, async, watchers and version 1. Prints a JSON object for each call."""
import asyncio, inspect, json, sys, threading

from firecrawl import AsyncFirecrawl, AsyncV1FirecrawlApp, Firecrawl, V1FirecrawlApp, V1ScrapeOptions, __version__
from firecrawl.v1.client import V1CrawlParams
from firecrawl.v2.types import PaginationConfig, ScrapeOptions, ThreatProtectionOptions

base, key, site = sys.argv[1:4]
UNKNOWN = "00000000-0000-4000-8000-000000000000"
SCHEMA = {"type": "object", "properties": {"weight": {"type": "string"}}, "required": ["weight"]}
MONITOR = {"name": "Waders", "schedule": {"cron": "0 * * * *"}, "targets": [{"type": "scrape", "urls": [f"{site}/1"]}]}
#: Seconds between two looks at a job.
OFTEN = 0.2


def shown(value):
    return " ".join(str(value).split())[:300]


class Client:
    """Calls the methods of one client, sync or async, and prints what became of each."""

    def __init__(self, name, of):
        self.name, self.of, self.called = name, of, set()

    async def call(self, method, check, *args, run=None, **kwargs):
        self.called.add(method.split(",")[0])
        row = {"client": self.name, "version": __version__, "method": method, "works": False, "why": ""}
        answer = None
        try:
            answer = (run or getattr(self.of, method.split(",")[0]))(*args, **kwargs)
            if inspect.isawaitable(answer):
                answer = await answer
            try:
                row["works"] = bool(check(answer))
            except Exception as error:
                row["why"] = f"answer: {shown(answer)} ({shown(error)})"
            if not row["works"] and not row["why"]:
                row["why"] = f"answer: {shown(answer)}"
        except Exception as error:
            row["why"] = shown(error)
        print(json.dumps(row), flush=True)
        return answer if row["works"] else None

    def missed(self, of=None):
        """A method that no line calls is a difference as well."""
        for method, value in inspect.getmembers(of or self.of):
            if not method.startswith("_") and callable(value) and not inspect.isclass(value) and method not in self.called:
                print(json.dumps({"client": self.name, "version": __version__, "method": method, "works": False, "why": "not called"}))


def is_page(document):
    return "48 grams" in document.markdown and document.metadata.status_code == 200


def is_whole(job):
    return job.status == "completed" and job.completed >= 3 and all("48 grams" in d.markdown for d in job.data) and job.credits_used >= 3


async def until_ended(client, method, job):
    while True:
        status = getattr(client.of, method)(job)
        status = await status if inspect.isawaitable(status) else status
        if status.status not in ("scraping", "processing"):
            return status
        await asyncio.sleep(OFTEN)


def id_of(answer):
    return of(answer, "id") if answer is not None else UNKNOWN


async def refused(run):
    """The error of a call that has to fail."""
    try:
        answer = run()
        return f"no error: {await answer if inspect.isawaitable(answer) else answer}"
    except Exception as error:
        return str(error)


def of(answer, name):
    """A field of an answer: the asynchronous client of version 1 returns some as they come."""
    return answer[name] if isinstance(answer, dict) else getattr(answer, name)


async def pages(c):
    await c.call("scrape", is_page, f"{site}/1", formats=["markdown", "links"])
    await c.call("scrape, json", lambda d: d.json["weight"] == "48 grams", f"{site}/1", formats=[{"type": "json", "schema": SCHEMA}])
    await c.call("scrape, pages of a PDF", lambda d: [p.page_number for p in d.pages] == [1, 2] and "48 grams" in d.pages[0].markdown,
                 f"{site}/waders.pdf", parsers=[{"type": "pdf", "pages": True}])
    await c.call("scrape, blocks of a PDF", lambda d: d.blocks[1].page_number == 2 and "low tide" in d.blocks[1].items[0].content,
                 f"{site}/waders.pdf", parsers=[{"type": "pdf", "blocks": True}])
    await c.call("scrape, page markers of a PDF", lambda d: "\n\n---\n\n<!-- page 2 -->\n\n" in d.markdown,
                 f"{site}/waders.pdf", parsers=[{"type": "pdf", "page_markers": True}])
    await c.call("scrape, an image parser", is_page, f"{site}/1", parsers=["pdf", "image"], formats=["markdown"])
    await c.call("scrape_url", is_page, f"{site}/1", {"formats": ["markdown"]})
    found = lambda a: len(a.web) == 2 and a.web[0].metadata is not None and "48 grams" in a.web[0].markdown
    await c.call("search", found, "dunlin", limit=2, scrape_options=ScrapeOptions(formats=["markdown"]))
    links = lambda a: {f"{site}/1", f"{site}/2", f"{site}/3"} <= {link.url for link in a.links}
    await c.call("map", links, f"{site}/", timeout=60000, audit_metadata={"username": "ada"})
    await c.call("map, threat protection", lambda a: "Blocked by the threat protection policy" in a, run=lambda: refused(lambda: c.of.map(
        f"{site}/", threat_protection=ThreatProtectionOptions(mode="normal", blacklist=["127.0.0.1"]))))
    await c.call("map_url", links, f"{site}/")
    await c.call("parse", lambda d: "48 grams" in d.markdown, b"<h1>Waders</h1><p>It weighs 48 grams.</p>", filename="a.html", content_type="text/html")
    await c.call("get_parse_formats", lambda a: len(a) > 0)


async def crawls(c):
    await c.call("crawl", is_whole, url=f"{site}/", limit=10, poll_interval=OFTEN)
    await c.call("crawl_url", is_whole, f"{site}/", {"limit": 10}, poll_interval=OFTEN)
    started = await c.call("start_crawl", lambda a: a.id and a.url, f"{site}/", limit=10)
    job = id_of(started)
    await c.call("wait_crawl", is_whole, job, poll_interval=OFTEN)
    await c.call("get_crawl_status", is_whole, job)
    await c.call("get_crawl_status, one page", is_whole, job, pagination_config=PaginationConfig(auto_paginate=False))
    await c.call("check_crawl_status", is_whole, job)
    await c.call("get_crawl_status_page", lambda a: a.status == "completed" and len(a.data) >= 1, f"{base}/v2/crawl/{job}?skip=1")
    for method in ("get_crawl_errors", "check_crawl_errors"):
        await c.call(method, lambda a: a.errors == [] and a.robots_blocked == [], job)
    await c.call("cancel_crawl, of a completed one", lambda a: a is False, job, run=c.of.cancel_crawl)
    other = await c.call("async_crawl_url", lambda a: a.id, f"{site}/never", {"limit": 10})
    for method in ("active_crawls", "get_active_crawls"):
        if hasattr(c.of, method):
            await c.call(method, lambda a: [one.id for one in a.crawls] == [id_of(other)])
    await c.call("cancel_crawl", lambda a: a is True, id_of(other))
    await c.call("crawl_params_preview", lambda a: a.limit == 7, f"{site}/", "seven pages")


async def batches(c):
    urls = [f"{site}/{n}" for n in (1, 2, 3)]
    await c.call("batch_scrape", is_whole, urls, formats=["markdown"], poll_interval=OFTEN)
    await c.call("batch_scrape_urls", is_whole, urls, {"formats": ["markdown"]}, poll_interval=OFTEN)
    started = await c.call("start_batch_scrape", lambda a: a.id and a.url, urls, formats=["markdown"], ignore_invalid_urls=True)
    job = id_of(started)
    await until_ended(c, "get_batch_scrape_status", job) if started else None
    if hasattr(c.of, "wait_batch_scrape"):
        await c.call("wait_batch_scrape", is_whole, job, poll_interval=OFTEN)
    await c.call("get_batch_scrape_status", is_whole, job)
    await c.call("check_batch_scrape_status", is_whole, job)
    await c.call("get_batch_scrape_status_page", lambda a: a.status == "completed" and len(a.data) == 2, f"{base}/v2/batch/scrape/{job}?skip=1")
    for method in ("get_batch_scrape_errors", "check_batch_scrape_errors"):
        await c.call(method, lambda a: of(a, "errors") == [], job)
    other = await c.call("async_batch_scrape_urls", lambda a: a.id, [f"{site}/never"], {"formats": ["markdown"]})
    await c.call("cancel_batch_scrape", lambda a: a is True, id_of(other))


async def extracts(c):
    whole = lambda a: a.status == "completed" and a.data["weight"] == "48 grams"
    await c.call("extract", whole, [f"{site}/1"], prompt="What does it weigh?", schema=SCHEMA, poll_interval=OFTEN)
    started = await c.call("start_extract", lambda a: a.id, [f"{site}/1"], prompt="What does it weigh?", schema=SCHEMA, system_prompt="Be brief.")
    await until_ended(c, "get_extract_status", id_of(started)) if started else None
    await c.call("get_extract_status", whole, id_of(started))


async def lookups(c):
    await c.call("get_concurrency", lambda a: a.concurrency >= 0 and a.max_concurrency < 2**31)
    await c.call("get_credit_usage", lambda a: 0 < a.remaining_credits < 2**31)
    await c.call("get_token_usage", lambda a: a.remaining_tokens >= 0)
    await c.call("get_queue_status", lambda a: a.jobs_in_queue >= 0 and a.max_concurrency < 2**31)
    await c.call("developer_search", lambda a: len(a.results) == 2, "dunlin", k=2)
    await c.call("search_papers", lambda a: a["results"][0]["title"].startswith("Waders"), "waders", k=2)
    await c.call("inspect_paper", lambda a: a["paper"]["title"].startswith("Waders"), "openalex:W1")
    await c.call("read_paper", lambda a: "48 grams" in a["passages"][0]["text"], "openalex:W1", "What does it weigh?")
    await c.call("related_papers", lambda a: a["poolSize"] >= 1, "openalex:W1", "low tide")
    await c.call("search_github", lambda a: a["results"], "dunlin")
    await c.call("gov_search", lambda a: a.results is not None, "dunlin")
    await c.call("find_tools", lambda a: a.items is not None, categories=["weather"])
    await c.call("scrape_alexandria", lambda a: a.alexandria, {"provider": "weather", "capability": "today"})


async def sessions(c):
    page = await c.call("scrape, id of it", lambda d: d.metadata.scrape_id, f"{site}/1", formats=["markdown"], run=c.of.scrape)
    job = page.metadata.scrape_id if page else UNKNOWN
    for method in ("interact", "scrape_execute"):
        await c.call(method, lambda a: "Page 1" in str(a), job, "document.title")
    for method in ("stop_interaction", "stop_interactive_browser", "delete_scrape_browser"):
        await c.call(method, lambda a: a.success, job)
    started = await c.call("browser", lambda a: a.id)
    await c.call("browser_execute", lambda a: a.success, id_of(started), "ls")
    await c.call("list_browsers", lambda a: a.sessions is not None)
    await c.call("delete_browser", lambda a: a.success, id_of(started))
    await c.call("agent", lambda a: a.status == "completed", [f"{site}/1"], prompt="What does it weigh?", schema=SCHEMA, poll_interval=OFTEN, timeout=60)
    run = await c.call("start_agent", lambda a: a.id, [f"{site}/1"], prompt="What does it weigh?")
    await c.call("get_agent_status", lambda a: a.status in ("processing", "completed"), id_of(run))
    await c.call("list_agents", lambda a: a is not None)
    await c.call("get_agent_trace", lambda a: a is not None, id_of(run))
    await c.call("get_agent_snapshot", lambda a: a is not None, id_of(run), UNKNOWN)
    await c.call("get_agent_thread", lambda a: a is not None, UNKNOWN)
    # it may have ended by then
    await c.call("cancel_agent", lambda a: a in ("no error: True", "no error: False") or "already completed" in a,
                 run=lambda: refused(lambda: c.of.cancel_agent(id_of(run))))


async def monitors(c):
    made = await c.call("create_monitor", lambda a: a.id and a.name == "Waders", **MONITOR)
    job = id_of(made)
    await c.call("list_monitors", lambda a: job in [one.id for one in a])
    await c.call("get_monitor", lambda a: a.id == job, job)
    await c.call("update_monitor", lambda a: a.status == "paused", job, status="paused")
    check = await c.call("run_monitor", lambda a: a.id, job)
    await c.call("list_monitor_checks", lambda a: len(a) >= 1, job)
    await c.call("get_monitor_check", lambda a: a.id == id_of(check), job, id_of(check))
    await c.call("delete_monitor", lambda a: a is True, job)


def watch(client, job):
    """The events of a synchronous watcher until it ends."""
    told, ended = {"document": 0}, threading.Event()
    watcher = client.watcher(job, poll_interval=1, timeout=30)
    watcher.add_event_listener("document", lambda detail: told.update(document=told["document"] + 1))
    for kind in ("done", "error"):
        watcher.add_event_listener(kind, lambda detail, kind=kind: (told.update({kind: detail.get("error") or detail["status"]}), ended.set()))
    watcher.start()
    ended.wait(30)
    watcher.stop()
    return told


async def watched(client, job):
    """The last snapshot of an asynchronous watcher."""
    last = None
    async for snapshot in client.watcher(job, timeout=30):
        last = snapshot
    return last


async def watchers(c):
    is_async = inspect.iscoroutinefunction(c.of.start_crawl)
    started = c.of.start_crawl(f"{site}/", limit=10)
    job = (await started if is_async else started).id
    if is_async:
        await c.call("watcher", lambda a: a.status == "completed" and a.completed >= 3, run=lambda: watched(c.of, job))
    else:
        await c.call("watcher", lambda a: a.get("done") == "completed" and a["document"] >= 3, run=lambda: watch(c.of, job))
        await c.call("watcher, of an unknown job", lambda a: "not found" in a["error"].lower(), run=lambda: watch(c.of, UNKNOWN))


async def version_1(c):
    page = lambda a: "48 grams" in a.markdown
    whole = lambda a: a.status == "completed" and len(a.data) >= 3
    urls = [f"{site}/{n}" for n in (1, 2, 3)]
    await c.call("scrape_url", page, f"{site}/1", formats=["markdown"])
    await c.call("search", lambda a: of(a, "success") and len(of(a, "data")) == 2, "dunlin", limit=2)
    await c.call("map_url", lambda a: f"{site}/2" in a.links, f"{site}/")
    await c.call("crawl_url", whole, f"{site}/", limit=10, poll_interval=OFTEN)
    started = await c.call("async_crawl_url", lambda a: a.id, f"{site}/", limit=10)
    job = id_of(started)
    await until_ended(c, "check_crawl_status", job) if started else None
    await c.call("check_crawl_status", whole, job)
    await c.call("check_crawl_errors", lambda a: of(a, "errors") == [], job)
    other = await c.call("async_crawl_url, of a page that never comes", lambda a: a.id, f"{site}/never", limit=10, run=c.of.async_crawl_url)
    await c.call("cancel_crawl", lambda a: a["status"] == "cancelled", id_of(other))
    await c.call("batch_scrape_urls", whole, urls, formats=["markdown"], poll_interval=OFTEN)
    batch = await c.call("async_batch_scrape_urls", lambda a: a.id, urls, formats=["markdown"])
    await until_ended(c, "check_batch_scrape_status", id_of(batch)) if batch else None
    await c.call("check_batch_scrape_status", whole, id_of(batch))
    await c.call("check_batch_scrape_errors", lambda a: of(a, "errors") == [], id_of(batch))
    extracted = lambda a: a.data["weight"] == "48 grams"
    await c.call("extract", extracted, [f"{site}/1"], prompt="What does it weigh?", schema=SCHEMA)
    run = await c.call("async_extract", lambda a: of(a, "id"), [f"{site}/1"], prompt="What does it weigh?", schema=SCHEMA)
    await c.call("get_extract_status", lambda a: of(a, "success"), id_of(run))
    await c.call("get_credit_usage", lambda a: a.data.remaining_credits > 0)
    for method in ("get_token_usage", "get_credit_usage_historical", "get_token_usage_historical"):
        await c.call(method, lambda a: a.success)

    is_async = inspect.iscoroutinefunction(c.of.crawl_url_and_watch)
    crawl = {"params": V1CrawlParams(limit=10)} if is_async else {"limit": 10}
    batch_options = {"params": V1ScrapeOptions(formats=["markdown"])} if is_async else {"formats": ["markdown"]}

    async def follow(start):
        watcher = start()
        watcher = await watcher if inspect.isawaitable(watcher) else watcher
        told = []
        for kind in ("document", "done", "error"):
            watcher.add_event_listener(kind, lambda detail, kind=kind: told.append(kind))
        await asyncio.wait_for(watcher.connect(), 30)
        return told

    ended = lambda told: told.count("document") >= 3 and told[-1] == "done"
    await c.call("crawl_url_and_watch", ended, run=lambda: follow(lambda: c.of.crawl_url_and_watch(f"{site}/", **crawl)))
    await c.call("batch_scrape_urls_and_watch", ended, run=lambda: follow(lambda: c.of.batch_scrape_urls_and_watch(urls, **batch_options)))
    await c.call("generate_llms_text", lambda a: a.data, f"{site}/")
    await c.call("async_generate_llms_text", lambda a: a.id, f"{site}/")
    await c.call("check_generate_llms_text_status", lambda a: a.status, UNKNOWN)
    await c.call("deep_research", lambda a: a, "dunlin")
    await c.call("async_deep_research", lambda a: a.id, "dunlin")
    await c.call("check_deep_research_status", lambda a: a.status, UNKNOWN)


async def all_of(name, of, parts):
    client = Client(name, of)
    for part in parts:
        await part(client)
    client.missed()


async def main():
    parts = (pages, crawls, batches, extracts, lookups, sessions, monitors, watchers)
    given = {"api_key": key, "api_url": base}
    await all_of("firecrawl-py", Firecrawl(**given), parts)
    await all_of("firecrawl-py, async", AsyncFirecrawl(**given), parts)
    await all_of("firecrawl-py, version 1", V1FirecrawlApp(**given), (version_1,))
    await all_of("firecrawl-py, version 1, async", AsyncV1FirecrawlApp(**given), (version_1,))


asyncio.run(main())
