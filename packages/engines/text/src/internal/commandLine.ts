/** Detects command lines that were pasted as a query. In these, a hyphen starts an option and excludes no word. */
import * as PastedText from "./pastedText.ts"

const commands = new Set(
  ("7z adb ansible apt apt-get aws awk az bash brew bun bundle bzip2 cargo cat cd chmod chown clang cmake composer conda " +
    "cp crontab curl cut date dd deno df diff dig dmesg dnf docker docker-compose dotnet dpkg du echo egrep env ffmpeg " +
    "find flutter free g++ gcc gcloud gem gh git go gpg gradle grep gunzip gzip head helm htop ifconfig ip iptables java " +
    "javac journalctl jq kill killall kubectl less ln ls lsof make man mkdir mount mv mvn mysql mysqldump nano nc netstat " +
    "nginx nmap node npm npx nslookup openssl patch perl pg_dump php ping pip pip3 pipx pkill pnpm podman poetry psql ps " +
    "pwsh pytest python python3 rclone redis-cli rm rmdir rsync ruby rustc rustup scp screen sed sftp sh sort split sqlite3 " +
    "ss ssh ssh-keygen strace su sudo svn swift systemctl tail tar tcpdump tee terraform tmux touch top tr traceroute tsc " +
    "umount uname uniq unzip useradd uv uvicorn vagrant vim wc wget which xargs xxd yarn yum zip zsh " +
    "ansible-playbook blender clang++ consul erl esbuild fd ghc gofmt gradlew helmfile hugo lein magick matlab mix nomad packer " +
    "rg sbt sqlx vault vite xcodebuild yt-dlp apk ant arp basename bazel bcdedit bpftrace bq cabal caddy cdk certbot chkdsk choco " +
    "chgrp cloc comm conan createdb cqlsh dart dirname diskpart docker-machine dune eksctl exiftool fastlane fdisk flatpak " +
    "firewall-cmd fold gdb getent gpupdate groupadd grpcurl gsutil hashcat hostnamectl icacls iex influx ipconfig iperf3 " +
    "istioctl iwconfig join k3s k6 k9s kafka-topics kafka-topics.sh kubectx kustomize ld ldconfig ldd lldb logrotate lsblk mamba " +
    "meson minikube modprobe mongodump mongorestore mongosh msbuild mtr mysqladmin netsh nethogs nft nice ninja nl nm nmcli " +
    "nohup nuget objdump oc od opam pacman pandoc paste pdflatex pg_restore pod protoc pulumi pyenv rails rake rebar3 redis-server " +
    "realpath readlink robocopy rspec s3cmd schtasks scoop seq setfacl sha256sum snap socat sops spctl sqlcmd stat stdbuf " +
    "sysctl sysdig tac taskkill tasklist telnet timedatectl timeout truncate ufw ulimit usermod valgrind visudo watch wget2 " +
    "bind bind-key unbind unbind-key set-option setw whois winget wmic wrk xcrun xsltproc zig zpool zstd zypper").split(
      " "
    )
)

/** Names of programs that are also words of prose. They count only directly before a hyphen: `cat food -dry`. */
const proseNames = new Set(
  ("ant cat cut dart date dig dune echo find flutter fold free head influx java join kill less make man mount node patch perl ping python " +
    "nice ninja paste pod rails rake ruby scoop screen snap sort stat timeout truncate split swift tail tar top touch tree watch which zip")
    .split(" ")
)

const options = new Set(
  ("acodec auto-approve backend-config bench classpath codec connect count cover daystart days delete depth exec follow " +
    "gcflags group header help iname input jar keyout ldflags level links maxdepth mindepth mtime name newer newkey nodes noout " +
    "output path perm preset print print0 prune race regex run size subj tags target text timeout tulnp tulpn type user vcodec verbose version")
    .split(" ")
)

/**
 * Returns whether a word looks like an option: one to three letters (`-it`), digits or capitals (`-O2`, `-Xmx512m`),
 * a name with a value (`-p=80`), one that ends with the suffix of a file (`-i.bak`), or letters without a vowel
 * (`-xzvf`).
 */
const looksLikeOption = /^(?:\p{L}{1,3}(?:\.\w+)?|(?=.*[\dA-Z=:/_])[\w.:=/,+-]+|[b-df-hj-np-tv-xz]{4,6})$/u

/** Matches a command of PowerShell, such as `Get-ChildItem`. Other capitalized pairs are names: `Coca-Cola`. */
const cmdlet = new RegExp(
  "^(?:Add|Clear|Compare|Convert(?:From|To)?|Copy|Disable|Enable|Enter|Exit|Expand|Export|Find|ForEach|Format|Get|Group|" +
    "Import|Install|Invoke|Join|Measure|Move|New|Out|Read|Register|Remove|Rename|Resolve|Restart|Resume|Select|Send|Set|" +
    "Sort|Split|Start|Stop|Test|Uninstall|Unregister|Update|Wait|Where|Write)-[A-Z][A-Za-z]+$"
)

/** Matches a variable of PowerShell. `$TSLA` is not one, because it may be a share. */
const variable = /^\$(?:env|global|script|PS\w*):?\w*$/

const looksLikeParameter =
  /^(?:[A-Z][A-Za-z]+|[ci]?(?:eq|ne|gt|ge|lt|le|(?:not)?(?:like|match|contains|in)|replace|split|join|as|is|and|or|not))$/

/**
 * Signs that a line is not prose, with their weights: options in the form of a single letter, of capitals with digits
 * or of a long name, values, and paths.
 */
const signs: ReadonlyArray<readonly [pattern: RegExp, weight: number]> = [
  [/^-(?:\p{L}|[A-Z]+\d+)$/u, 1],
  [/^--\p{L}/u, 1],
  [/^-[\w.:+-]+[=+]\S/, 2],
  [/^-\w+,$/, 1],
  // `-c:v` of ffmpeg, and the key `C-a` of tmux and Emacs
  [/^-[a-z]{1,2}:[a-z]$/, 2],
  [/^[CMS]-\S$/, 1],
  [/^(?:\d?>{1,2}|<|2>&1|&&|\|\|)$/, 1],
  [/^(?:~\/.*|\.|\.{1,2}\/.*|\/\w.*|\*\.\w+)$/, 1]
]

const plainOption = /^[a-z]+(?:-[a-z]+)*$/i

/** Words that may precede a command: a prompt, or a program that runs another one. */
const before = new Set(["$", "#", ">", "%", "sudo", "time", "exec"])

export interface Line {
  readonly isOption: (word: string) => boolean
  /** Whether `|` is a pipe instead of an OR. */
  readonly hasPipes: boolean
  /** Whether quotation marks, `OR`, `AND` and `NOT` are part of the text. */
  readonly isPasted: boolean
  /** Whether quotation marks after an option enclose its value. */
  readonly hasValues: boolean
}

/** Matches operators that may precede pasted text: `site:docs.example kubectl get pods -o wide`. */
const operatorsBefore = /^(?:-?(?:site|filetype|ext|inurl|intitle|intext|before|after):(?:"[^"]*"|[^\s"]+) +)+(?=\S)/i

/**
 * An empty group at the end of a query that marks it as typed. The printer adds it to queries that would otherwise
 * look pasted.
 */
export const TYPED_MARK = "()"

const signsOf = (words: ReadonlyArray<string>): number => {
  let found = 0
  for (const word of words) {
    for (const [pattern, weight] of signs) if (pattern.test(word)) found += weight
    if (word.startsWith("-") && options.has(word.slice(1))) found++
  }
  return found
}

/** Returns how a pasted command line is read; `undefined` for a query that was typed. */
export const lineOf = (text: string): Line | undefined => {
  if (text.endsWith(` ${TYPED_MARK}`)) return undefined
  const pasted = text.replace(operatorsBefore, "")
  const line = commandOf(pasted.split(" "))
  const score = PastedText.scoreOf(pasted)
  if (score < 2) return line
  return {
    isOption: (word) => line?.isOption(word) === true || isOptionInProse(word),
    hasPipes: line?.hasPipes === true,
    isPasted: PastedText.isPasted(score),
    hasValues: line?.hasValues === true
  }
}

const commandOf = (words: ReadonlyArray<string>): Line | undefined => {
  const at = words.slice(0, WORDS_UNTIL_COMMAND).findIndex((word) => !before.has(word))
  const first = words[at]
  if (first === undefined) return undefined
  if (cmdlet.test(first) || variable.test(first)) {
    return {
      isOption: (word) => looksLikeParameter.test(word) || isOption(word),
      hasPipes: true,
      isPasted: false,
      hasValues: true
    }
  }
  // A query of only options excludes every word, and has nothing to search for.
  const isOnlyOptions = words.every((word) => word.startsWith("-")) && words.some((word) => /^--\p{L}|[=+]/u.test(word))
  const isProgram = commands.has(first) || words[at - 1] === "sudo"
  const isNamed = isProgram && (!proseNames.has(first) || words[at + 1]?.startsWith("-") === true)
  // One sign may be a name, a mistyped exclusion or a path in prose.
  const isLine = isOnlyOptions || signsOf(words) + (isNamed ? 1 : 0) >= 2
  if (!isProgram && !isLine) return undefined
  const isKnown = (word: string) => isNamed || isLine || word.length === 1 ? isOption(word) : options.has(word)
  return {
    isOption: (word) => isKnown(word) || isLine && plainOption.test(word),
    hasPipes: isLine || words.some((word) => word.startsWith("-") && isKnown(word.slice(1))),
    isPasted: false,
    hasValues: isLine
  }
}

const WORDS_UNTIL_COMMAND = 4

/**
 * Returns whether a word is an option although there is no command. A capitalized name or a code such as `-E0308` is
 * an exclusion.
 */
const isOptionInProse = (word: string): boolean => isOption(word) && !/^(?:[A-Z][\w-]+|\d+)$/.test(word)

const isOption = (word: string): boolean => options.has(word) || looksLikeOption.test(word)
