module clients

go 1.22

require github.com/mendableai/firecrawl-go v1.0.0
