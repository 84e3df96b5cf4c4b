"""Talks to an MCP server with the client of the installed version of `mcp`, and prints what it heard as JSON."""
import asyncio, json, sys

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

asked = json.loads(sys.argv[1])


def opened():
    if asked["transport"] == "stdio":
        return stdio_client(StdioServerParameters(command=asked["command"], args=asked["args"], env=asked["env"]))
    if asked["transport"] == "events":
        from mcp.client.sse import sse_client

        return sse_client(asked["url"])
    try:
        from mcp.client.streamable_http import streamable_http_client as client
    except ImportError:
        from mcp.client.streamable_http import streamablehttp_client as client
    return client(asked["url"])


def text_of(result):
    return "".join(part.text for part in result.content)


async def main():
    async with opened() as streams:
        async with ClientSession(streams[0], streams[1]) as session:
            begun = await session.initialize()
            tools = await session.list_tools()
            found = await session.call_tool("search", {"query": "longest river Tay"})
            refused = await session.call_tool("read", {"url": "ftp://example.com/"})
            revision = getattr(begun, "protocol_version", None) or begun.protocolVersion
            print(json.dumps({"revision": str(revision), "tools": [tool.name for tool in tools.tools],
                              "found": text_of(found), "refused": text_of(refused)}))


asyncio.run(main())
