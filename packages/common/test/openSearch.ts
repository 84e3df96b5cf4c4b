/**
 * A node of OpenSearch on loopback, assembled from its artifacts in the Maven repository: the server, its HTTP transport
 * and its log. Maven downloads them once (45 MB), `javac` compiles the class that starts a node; both stay in the cache of
 * `node_modules`. A node takes 3 s of a processor to start, and 200 MB.
 */
import { Effect, type Scope } from "effect"
import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { freePort } from "./freePort.ts"

/** The last version that runs on Java 17. */
const VERSION = "2.19.6"
const LOG4J_VERSION = "2.25.4"

/** Compiling less pays for a process that lives for seconds. */
const SPARING_JAVA = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"]
/** A node that indexes for minutes repays the second compiler. */
const LASTING_JAVA = ["-XX:+UseSerialGC"]

const cache = join(import.meta.dirname, `../../../node_modules/.cache/opensearch/${VERSION}`)

const dependency = (group: string, artifact: string, version: string): string =>
  `<dependency><groupId>${group}</groupId><artifactId>${artifact}</artifactId><version>${version}</version></dependency>`

const project = `<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
<groupId>test</groupId><artifactId>node</artifactId><version>1</version><dependencies>
${dependency("org.opensearch", "opensearch", VERSION)}
${dependency("org.opensearch.plugin", "transport-netty4-client", VERSION)}
${dependency("org.apache.logging.log4j", "log4j-core", LOG4J_VERSION)}
</dependencies></project>`

/** The program of the distribution wants plugins in folders and a security policy; a node takes them from its class path. */
const program = `
import java.util.List;
import java.util.Map;
import org.opensearch.common.settings.Settings;
import org.opensearch.node.InternalSettingsPreparer;
import org.opensearch.node.Node;
import org.opensearch.transport.Netty4Plugin;

public final class TestNode extends Node {
  private TestNode(Settings settings) {
    super(InternalSettingsPreparer.prepareEnvironment(settings, Map.of(), null, () -> "test"),
      List.of(Netty4Plugin.class), false);
  }

  public static void main(String[] arguments) throws Exception {
    Settings.Builder settings = Settings.builder();
    for (String each : arguments) {
      int at = each.indexOf('=');
      settings.put(each.substring(0, at), each.substring(at + 1));
    }
    new TestNode(settings.build()).start();
    Thread.currentThread().join();
  }
}
`

/** The class path of a node; assembled by the first test that asks. */
const assemble = (): string => {
  const classPath = `${join(cache, "classes")}:${join(cache, "lib")}/*`
  if (existsSync(cache)) return classPath
  mkdirSync(dirname(cache), { recursive: true })
  const folder = mkdtempSync(`${cache}-`)
  writeFileSync(join(folder, "pom.xml"), project)
  writeFileSync(join(folder, "TestNode.java"), program)
  const env = { ...process.env, MAVEN_OPTS: [process.env.MAVEN_OPTS ?? "", ...SPARING_JAVA].join(" ") }
  const options = { cwd: folder, stdio: "pipe", env } as const
  execFileSync(
    "mvn",
    ["-q", "-B", "dependency:copy-dependencies", "-DoutputDirectory=lib", "-DincludeScope=runtime"],
    options
  )
  execFileSync("javac", ["-cp", "lib/*", "-d", "classes", "TestNode.java"], options)
  try {
    renameSync(folder, cache)
  } catch (error) {
    // Else another process was faster.
    if (!existsSync(cache)) throw error
    rmSync(folder, { recursive: true, force: true })
  }
  return classPath
}

export interface Node {
  readonly url: string
  /** Ends the node without a warning and starts it again on the same data. */
  readonly crash: Effect.Effect<void>
}

const BETWEEN_LOOKS_MS = 100

const exited = (child: ChildProcess) =>
  Effect.callback<void>((resume) => {
    if (child.exitCode !== null || child.signalCode !== null) return resume(Effect.void)
    child.once("exit", () => resume(Effect.void))
  })

type Settings = Readonly<Record<string, string | number | boolean>>

/** Starts a node that is ready when the health of its cluster satisfies a query. */
const nodeWith = Effect.fnUntraced(function*(
  classPath: string,
  { http, transport }: Ports,
  layout: Settings,
  { compiler, heap, health }: {
    readonly compiler: ReadonlyArray<string>
    readonly heap: string
    readonly health: string
  }
) {
  const folder = yield* Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "dunlin-opensearch-"))),
    (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
  )
  const url = `http://127.0.0.1:${http}`
  const settings = {
    "path.home": folder,
    "network.host": "127.0.0.1",
    "http.port": http,
    "transport.port": transport,
    "http.type": "netty4",
    "transport.type": "netty4",
    "cluster.routing.allocation.disk.threshold_enabled": false,
    ...layout
  }
  const java = [...compiler, "-Xms128m", `-Xmx${heap}`, "-Dlog4j2.level=error"]
  const start = () =>
    spawn("java", [...java, "-cp", classPath, "TestNode", ...Object.entries(settings).map((each) => each.join("="))], {
      stdio: "ignore"
    })
  let child = start()
  const stop = Effect.suspend(() => {
    child.kill("SIGKILL")
    return exited(child)
  })
  yield* Effect.addFinalizer(() => stop)
  const ready = Effect.promise(async (signal) => {
    const healthy = `${url}/_cluster/health?timeout=1s&${health}`
    while (!await fetch(healthy, { signal }).then(({ ok }) => ok, () => false)) {
      signal.throwIfAborted()
      if (child.exitCode !== null) throw new Error(`OpenSearch ended with ${child.exitCode}`)
      await setTimeout(BETWEEN_LOOKS_MS, undefined, { signal })
    }
  }).pipe(Effect.timeout("5 minutes"), Effect.orDie)
  const crash = Effect.gen(function*() {
    yield* stop
    child = start()
    yield* ready
  })
  return { node: { url, crash }, ready, pid: () => child.pid ?? 0 }
})

interface Ports {
  readonly http: number
  readonly transport: number
}

const freePorts = Effect.gen(function*() {
  return { http: yield* freePort, transport: yield* freePort } satisfies Ports
})

/** A node for as long as the scope lasts. */
export const openSearch: Effect.Effect<Node, never, Scope.Scope> = Effect.gen(function*() {
  const layout = { "discovery.type": "single-node" }
  const { node, ready } = yield* nodeWith(assemble(), yield* freePorts, layout, {
    compiler: SPARING_JAVA,
    heap: "512m",
    health: "wait_for_status=yellow"
  })
  yield* ready
  return node
})

export interface ClusterNode extends Node {
  readonly pid: () => number
}

/** Several nodes of one cluster, each with this maximum of Java memory, for as long as the scope lasts. */
export const openSearchCluster = Effect.fnUntraced(function*(count: number, heap: string) {
  const classPath = assemble()
  const ports = yield* Effect.replicateEffect(freePorts, count)
  const names = ports.map((_, at) => `node${at}`)
  const nodes = yield* Effect.forEach(ports, (own, at) =>
    nodeWith(classPath, own, {
      "node.name": names[at]!,
      "discovery.seed_hosts": ports.map(({ transport }) => `127.0.0.1:${transport}`).join(","),
      "cluster.initial_cluster_manager_nodes": names.join(",")
    }, { compiler: LASTING_JAVA, heap, health: `wait_for_nodes=${count}` }))
  for (const { ready } of nodes) yield* ready
  return nodes.map(({ node, pid }): ClusterNode => ({ ...node, pid }))
})
