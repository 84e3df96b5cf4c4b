/** Every method of the Java SDK of the reference. Prints a JSON object for each call. */
import com.google.gson.Gson;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.firecrawl.client.FirecrawlClient;
import dev.firecrawl.model.*;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Predicate;

public class Clients {
  private static final int MAX_CHARACTERS = 300;
  private static final int POLL_PAUSE_MS = 100;
  private static final Gson gson = new Gson();
  private static final Set<String> called = new TreeSet<>();

  interface Call {
    Object run() throws Exception;
  }

  private static String shown(String text) {
    String line = text.replaceAll("\\s+", " ");
    return line.substring(0, Math.min(MAX_CHARACTERS, line.length()));
  }

  private static void print(String method, boolean works, String why) {
    JsonObject outcome = new JsonObject();
    outcome.addProperty("client", "firecrawl-java-sdk");
    outcome.addProperty("version", "2.1.0");
    outcome.addProperty("method", method);
    outcome.addProperty("works", works);
    outcome.addProperty("why", why);
    System.out.println(outcome);
  }

  /** Runs a call, checks its answer as JSON, and prints the outcome. */
  private static JsonElement call(String method, Call run, Predicate<JsonElement> isRight) {
    called.add(method);
    try {
      JsonElement answer = gson.toJsonTree(run.run());
      boolean works = false;
      try {
        works = isRight.test(answer);
      } catch (RuntimeException absent) {
        // a field that the check reads is missing
      }
      print(method, works, works ? "" : "answer: " + shown(answer.toString()));
      return answer;
    } catch (Exception error) {
      print(method, false, shown(String.valueOf(error.getMessage())));
      return new JsonObject();
    }
  }

  private static JsonElement field(JsonElement answer, String name) {
    return answer.getAsJsonObject().get(name);
  }

  private static String text(JsonElement answer, String name) {
    JsonElement value = answer.isJsonObject() ? field(answer, name) : null;
    return value == null || value.isJsonNull() ? UUID.randomUUID().toString() : value.getAsString();
  }

  private static boolean has(JsonElement answer, String words) {
    return answer.toString().contains(words);
  }

  private static boolean isWhole(JsonElement job) {
    return text(job, "status").equals("completed") && field(job, "completed").getAsInt() >= 3
      && field(job, "creditsUsed").getAsInt() >= 3 && has(field(job, "data"), "48 grams");
  }

  private static void untilDone(Call look) throws Exception {
    while (Set.of("scraping", "processing").contains(text(gson.toJsonTree(look.run()), "status"))) Thread.sleep(POLL_PAUSE_MS);
  }

  public static void main(String[] given) throws Exception {
    String site = given[2];
    FirecrawlClient client = new FirecrawlClient(given[1], given[0], Duration.ofSeconds(60));
    String page = site + "/1";
    String[] urls = { page, site + "/2", site + "/3" };
    ScrapeParams markdown = new ScrapeParams().setFormats(new String[] { "markdown" });
    Map<String, Object> schema = Map.of(
      "type", "object",
      "properties", Map.of("weight", Map.of("type", "string")),
      "required", List.of("weight")
    );
    String question = "What does it weigh?";
    Predicate<JsonElement> any = answer -> true;

    for (String method : List.of("scrape", "scrapeURL")) {
      call(method, () -> method.equals("scrape") ? client.scrape(page, markdown) : client.scrapeURL(page, markdown), answer ->
        has(field(answer, "markdown"), "48 grams") && field(answer, "metadata").getAsJsonObject().get("statusCode").getAsInt() == 200);
    }
    SearchParams search = new SearchParams("dunlin").setLimit(2).setScrapeOptions(markdown);
    call("search", () -> client.search(search).getWebResults(), answer -> answer.getAsJsonArray().size() == 2 && has(answer, "48 grams"));
    for (String method : List.of("map", "mapURL")) {
      call(method, () -> method.equals("map") ? client.map(site + "/", new MapParams()) : client.mapURL(site + "/", new MapParams()),
        answer -> has(answer, urls[1]));
    }

    CrawlParams crawl = new CrawlParams().setLimit(10).setScrapeOptions(markdown);
    call("crawl", () -> client.crawl(site + "/", crawl, 1), Clients::isWhole);
    call("crawlURL", () -> client.crawlURL(site + "/", crawl, UUID.randomUUID().toString(), 1), Clients::isWhole);
    call("asyncCrawlURL", () -> client.asyncCrawlURL(site + "/", crawl, UUID.randomUUID().toString()), answer -> has(answer, "/v2/crawl/"));
    String job = text(call("startCrawl", () -> client.startCrawl(site + "/", crawl), answer -> has(answer, "/v2/crawl/")), "id");
    untilDone(() -> client.getCrawlStatus(job));
    call("getCrawlStatus", () -> client.getCrawlStatus(job), Clients::isWhole);
    call("checkCrawlStatus", () -> client.checkCrawlStatus(job), Clients::isWhole);
    call("getCrawlErrors", () -> client.getCrawlErrors(job), answer -> field(answer, "errors").getAsJsonArray().isEmpty());
    for (String method : List.of("cancelCrawl", "cancelCrawlJob")) {
      String other = client.startCrawl(site + "/never", crawl).getId();
      if (method.equals("cancelCrawl")) call("getActiveCrawls", client::getActiveCrawls, answer -> has(answer, other));
      call(method, () -> method.equals("cancelCrawl") ? client.cancelCrawl(other) : client.cancelCrawlJob(other),
        answer -> text(answer, "status").equals("cancelled"));
    }
    call("crawlParamsPreview", () -> client.crawlParamsPreview(site + "/", "only seven pages"), answer -> has(answer, "\"limit\":7"));

    BatchScrapeParams batch = new BatchScrapeParams(urls).setScrapeOptions(markdown);
    String several = text(call("batchScrape", () -> client.batchScrape(batch), answer -> has(answer, "/v2/batch/scrape/")), "id");
    untilDone(() -> client.getBatchScrapeStatus(several));
    call("getBatchScrapeStatus", () -> client.getBatchScrapeStatus(several), Clients::isWhole);
    call("getBatchScrapeErrors", () -> client.getBatchScrapeErrors(several), answer -> field(answer, "errors").getAsJsonArray().isEmpty());
    String stuck = client.batchScrape(new BatchScrapeParams(new String[] { site + "/never" })).getId();
    call("cancelBatchScrape", () -> client.cancelBatchScrape(stuck), answer -> field(answer, "success").getAsBoolean());

    ExtractParams extract = new ExtractParams(new String[] { page }).setPrompt(question).setSchema(schema);
    String run = text(call("extract", () -> client.extract(extract), answer -> field(answer, "success").getAsBoolean()), "id");
    untilDone(() -> client.getExtractStatus(run));
    call("getExtractStatus", () -> client.getExtractStatus(run), answer -> has(field(answer, "data"), "48 grams"));
    AgentParams agent = new AgentParams(question).setUrls(new String[] { page }).setSchema(schema);
    String thought = text(call("createAgent", () -> client.createAgent(agent), any), "id");
    call("getAgentStatus", () -> client.getAgentStatus(thought), any);
    call("cancelAgent", () -> client.cancelAgent(thought), any);

    call("getCreditUsage", client::getCreditUsage, answer -> field(field(answer, "data"), "remainingCredits").getAsInt() > 0);
    call("getQueueStatus", client::getQueueStatus, answer -> field(answer, "maxConcurrency").getAsInt() > 0);
    call("getCreditUsageHistorical", client::getCreditUsageHistorical, any);
    call("getTokenUsage", client::getTokenUsage, any);
    call("getTokenUsageHistorical", client::getTokenUsageHistorical, any);

    Arrays.stream(FirecrawlClient.class.getDeclaredMethods())
      .filter(method -> java.lang.reflect.Modifier.isPublic(method.getModifiers()) && !called.contains(method.getName()))
      .map(java.lang.reflect.Method::getName)
      .distinct()
      .forEach(method -> print(method, false, "not called"));
    System.exit(0);
  }
}
