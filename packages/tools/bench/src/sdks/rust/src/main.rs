//! Every method of the Rust SDK of the reference. Prints a JSON object for each call.
use firecrawl::*;
use serde_json::{from_value, json, to_value, Value};
use std::future::Future;

const UNKNOWN: &str = "00000000-0000-4000-8000-000000000000";
const MOST_LETTERS: usize = 300;

fn shown(text: String) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(MOST_LETTERS).collect()
}

/// Runs a call, checks its answer as JSON, and prints what became of it.
async fn call<A: serde_json_like::ToJson>(
    method: &str,
    run: impl Future<Output = Result<A, FirecrawlError>>,
    is_right: impl Fn(&Value) -> bool,
) -> Value {
    let (works, why, answer) = match run.await {
        Ok(answer) => {
            let value = answer.to_json();
            let works = is_right(&value);
            (works, if works { String::new() } else { format!("answer: {}", shown(value.to_string())) }, value)
        }
        Err(error) => (false, shown(error.to_string()), Value::Null),
    };
    println!("{}", json!({ "client": "firecrawl (crate)", "version": "2.21.8", "method": method, "works": works, "why": why }));
    answer
}

mod serde_json_like {
    use super::*;
    pub trait ToJson {
        fn to_json(&self) -> Value;
    }
    impl<T: serde::Serialize> ToJson for T {
        fn to_json(&self) -> Value {
            to_value(self).unwrap_or(Value::Null)
        }
    }
}

fn has(value: &Value, words: &str) -> bool {
    value.to_string().contains(words)
}

fn id_of(value: &Value) -> String {
    value["id"].as_str().unwrap_or(UNKNOWN).to_string()
}

fn is_whole(job: &Value) -> bool {
    job["status"] == "completed" && job["completed"].as_u64() >= Some(3) && job["creditsUsed"].as_u64() >= Some(3) && has(&job["data"], "48 grams")
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let given: Vec<String> = std::env::args().collect();
    let (base, key, site) = (&given[1], &given[2], &given[3]);
    let client = Client::new_selfhosted(base, Some(key)).expect("a client");
    let page = format!("{site}/1");
    let root = format!("{site}/");
    let never = format!("{site}/never");
    let urls: Vec<String> = (1..4).map(|at| format!("{site}/{at}")).collect();
    let schema = json!({ "type": "object", "properties": { "weight": { "type": "string" } }, "required": ["weight"] });
    let any = |_: &Value| true;

    let scrape: ScrapeOptions = from_value(json!({ "formats": ["markdown", "links"] })).unwrap();
    let scraped = call("scrape", client.scrape(&page, scrape.clone()), |d| has(d, "48 grams") && d["metadata"]["statusCode"] == 200).await;
    call("scrape_with_schema", client.scrape_with_schema(&page, schema.clone(), Some("What does it weigh?")), |d| d["weight"] == "48 grams").await;
    for parser in ["pages", "blocks", "pageMarkers"] {
        let mut pdf = json!({ "type": "pdf" });
        pdf[parser] = json!(true);
        let options: Result<ScrapeOptions, _> = from_value(json!({ "formats": ["markdown"], "parsers": [pdf] }));
        let field = if parser == "pageMarkers" { "markdown" } else { parser };
        let sign = if parser == "pageMarkers" { "<!-- page 2 -->" } else { "low tide" };
        if let Ok(options) = options {
            call(&format!("scrape, {parser} of a PDF"), client.scrape(format!("{site}/waders.pdf"), options), |d| has(&d[field], sign)).await;
        }
    }
    let search: SearchOptions = from_value(json!({ "limit": 2, "scrapeOptions": { "formats": ["markdown"] } })).unwrap();
    call("search", client.search("dunlin", search), |a| has(&a["data"]["web"], "48 grams")).await;
    call("search_and_scrape", client.search_and_scrape("dunlin", 2), |a| a.as_array().map(Vec::len) == Some(2)).await;
    let map: MapOptions = from_value(json!({ "timeout": 60000 })).unwrap();
    call("map", client.map(&root, map.clone()), |a| has(&a["links"], &urls[1])).await;
    call("map_urls", client.map_urls(&root, map), |a| has(a, &urls[1])).await;

    let crawl: CrawlOptions = from_value(json!({ "limit": 10, "scrapeOptions": { "formats": ["markdown"] } })).unwrap();
    call("crawl", client.crawl(&root, CrawlOptions { poll_interval: Some(200), ..crawl.clone() }), is_whole).await;
    let job = id_of(&call("start_crawl", client.start_crawl(&root, crawl.clone()), |a| a["url"].is_string()).await);
    while client.get_crawl_status(&job).await.map(|j| has(&to_value(j).unwrap()["status"], "scraping")).unwrap_or(false) {
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    call("get_crawl_status", client.get_crawl_status(&job), is_whole).await;
    call("get_crawl_errors", client.get_crawl_errors(&job), |a| a["errors"] == json!([])).await;
    let other = id_of(&to_value(client.start_crawl(&never, crawl).await.expect("a crawl")).unwrap());
    call("cancel_crawl", client.cancel_crawl(&other), |a| a["status"] == "cancelled").await;

    let batch: BatchScrapeOptions = from_value(json!({ "formats": ["markdown"], "ignoreInvalidURLs": true })).unwrap();
    call("batch_scrape", client.batch_scrape(urls.clone(), BatchScrapeOptions { poll_interval: Some(200), ..batch.clone() }), is_whole).await;
    let job = id_of(&call("start_batch_scrape", client.start_batch_scrape(urls.clone(), batch), |a| a["url"].is_string()).await);
    while client.get_batch_scrape_status(&job).await.map(|j| has(&to_value(j).unwrap()["status"], "scraping")).unwrap_or(false) {
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    call("get_batch_scrape_status", client.get_batch_scrape_status(&job), is_whole).await;
    call("get_batch_scrape_errors", client.get_batch_scrape_errors(&job), |a| a["errors"] == json!([])).await;

    let file = ParseFile { filename: "a.html".into(), bytes: b"<h1>Waders</h1><p>48 grams</p>".to_vec(), content_type: Some("text/html".into()) };
    call("parse", client.parse(file, None), |d| has(d, "48 grams")).await;
    call("get_parse_formats", client.get_parse_formats(), |a| a.as_array().map(Vec::len) > Some(0)).await;
    call("search_papers", client.search_papers("waders", None), |a| has(&a["results"][0], "Waders")).await;
    call("inspect_paper", client.inspect_paper("openalex:W1"), |a| has(&a["paper"], "Waders")).await;
    call("read_paper", client.read_paper("openalex:W1", "What does it weigh?", None), |a| has(&a["passages"], "48 grams")).await;
    call("related_papers", client.related_papers("openalex:W1", "low tide", None), |a| a["poolSize"].as_u64() >= Some(1)).await;
    call("developer_search", client.developer_search("dunlin", None), |a| a["results"].as_array().map(Vec::len) > Some(0)).await;
    call("search_github", client.search_github("dunlin", None), |a| a["results"].is_array()).await;
    call("find_tools", client.find_tools(None), any).await;
    let tool: AlexandriaCall = from_value(json!({ "provider": "weather", "capability": "today" })).unwrap();
    call("scrape_alexandria", client.scrape_alexandria(vec![tool], None), any).await;

    let id = scraped["metadata"]["scrapeId"].as_str().unwrap_or(UNKNOWN).to_string();
    let code = ScrapeExecuteOptions { code: Some("document.title".into()), ..Default::default() };
    call("interact", client.interact(&id, code.clone()), |a| has(a, "Page 1")).await;
    call("stop_interaction", client.stop_interaction(&id), any).await;
    #[allow(deprecated)]
    {
        call("scrape_execute", client.scrape_execute(&id, code), |a| has(a, "Page 1")).await;
        call("stop_interactive_browser", client.stop_interactive_browser(&id), any).await;
        call("delete_scrape_browser", client.delete_scrape_browser(&id), any).await;
    }
    let question = || AgentOptions {
        urls: Some(vec![page.clone()]), prompt: "What does it weigh?".into(), schema: Some(schema.clone()), poll_interval: Some(200), timeout: Some(60), ..Default::default()
    };
    call("agent", client.agent(question()), |a| a["status"] == "completed").await;
    call("agent_with_schema", client.agent_with_schema::<Value>(vec![page.clone()], "What does it weigh?", schema.clone()), any).await;
    let agent = id_of(&call("start_agent", client.start_agent(question()), any).await);
    call("get_agent_status", client.get_agent_status(&agent), any).await;
    call("list_agents", client.list_agents(None), any).await;
    call("get_agent_trace", client.get_agent_trace(&agent, false), any).await;
    call("get_agent_snapshot", client.get_agent_snapshot(&agent, UNKNOWN), any).await;
    call("cancel_agent", client.cancel_agent(&agent), any).await;

    let wanted = json!({ "name": "Waders", "schedule": { "cron": "0 * * * *" }, "targets": [{ "type": "scrape", "urls": [page] }] });
    let monitor = id_of(&call("create_monitor", client.create_monitor(from_value(wanted).unwrap()), |a| a["name"] == "Waders").await);
    call("list_monitors", client.list_monitors(None, None), |a| has(a, &monitor)).await;
    call("get_monitor", client.get_monitor(&monitor), |a| has(a, &monitor)).await;
    let paused = from_value(json!({ "status": "paused" })).unwrap();
    call("update_monitor", client.update_monitor(&monitor, paused), |a| a["status"] == "paused").await;
    let check = id_of(&call("run_monitor", client.run_monitor(&monitor), any).await);
    call("list_monitor_checks", client.list_monitor_checks(&monitor, None, None), |a| a.as_array().map(Vec::len) > Some(0)).await;
    call("get_monitor_check", client.get_monitor_check(&monitor, &check, None, None, None), any).await;
    call("get_monitor_check_page", client.get_monitor_check_page(&monitor, &check, None, None, None), any).await;
    call("delete_monitor", client.delete_monitor(&monitor), any).await;
}
