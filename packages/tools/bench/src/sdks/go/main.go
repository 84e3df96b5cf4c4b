// Every method of the Go SDK of the reference, which calls version 1 of the API. Prints a JSON object for each call.
package main

import (
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"time"

	firecrawl "github.com/mendableai/firecrawl-go"
)

const maxCharacters = 300
const pollPause = 100 * time.Millisecond

var spaces = regexp.MustCompile(`\s+`)

func shown(text string) string {
	letters := []rune(spaces.ReplaceAllString(text, " "))
	return string(letters[:min(maxCharacters, len(letters))])
}

type outcome struct {
	Client  string `json:"client"`
	Version string `json:"version"`
	Method  string `json:"method"`
	Works   bool   `json:"works"`
	Why     string `json:"why"`
}

// Records one call and gives its answer as JSON.
func record(method string, answer any, err error, isRight func(text string) bool) {
	made := outcome{Client: "firecrawl-go", Version: "1.0.0", Method: method}
	text, _ := json.Marshal(answer)
	if err != nil {
		made.Why = shown(err.Error())
	} else if made.Works = isRight(string(text)); !made.Works {
		made.Why = "answer: " + shown(string(text))
	}
	_ = json.NewEncoder(os.Stdout).Encode(made)
}

func has(parts ...string) func(string) bool {
	return func(text string) bool {
		for _, part := range parts {
			if !strings.Contains(text, part) {
				return false
			}
		}
		return true
	}
}

func main() {
	base, key, site := os.Args[1], os.Args[2], os.Args[3]
	client, err := firecrawl.NewFirecrawlApp(key, base)
	if err != nil {
		panic(err)
	}
	limit := 10
	markdown := firecrawl.ScrapeParams{Formats: []string{"markdown"}}
	crawl := &firecrawl.CrawlParams{Limit: &limit, ScrapeOptions: markdown}
	isWhole := has(`"status":"completed"`, `"completed":4`, `"creditsUsed":4`, "48 grams", "/3")

	scraped, err := client.ScrapeURL(site+"/1", &markdown)
	record("ScrapeURL", scraped, err, has("48 grams", `"statusCode":200`))
	mapped, err := client.MapURL(site+"/", &firecrawl.MapParams{})
	record("MapURL", mapped, err, has(site+"/2"))
	crawled, err := client.CrawlURL(site+"/", crawl, nil)
	record("CrawlURL", crawled, err, isWhole)
	started, err := client.AsyncCrawlURL(site+"/", crawl, nil)
	record("AsyncCrawlURL", started, err, has("/v1/crawl/"))
	if err == nil {
		status, err := client.CheckCrawlStatus(started.ID)
		for err == nil && status.Status == "scraping" {
			time.Sleep(pollPause)
			status, err = client.CheckCrawlStatus(started.ID)
		}
		record("CheckCrawlStatus", status, err, isWhole)
	}
	if other, err := client.AsyncCrawlURL(site+"/never", crawl, nil); err == nil {
		cancelled, err := client.CancelCrawlJob(other.ID)
		record("CancelCrawlJob", cancelled, err, has("cancelled"))
	} else {
		record("CancelCrawlJob", nil, err, has())
	}
	// the SDK itself refuses a search
	found, err := client.Search("dunlin", nil)
	record("Search", found, err, has("48 grams"))
}
