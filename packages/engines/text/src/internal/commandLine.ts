/** Detects command lines pasted as a query, in which a hyphen starts an option and excludes nothing. */

/** Names of programs. People paste command lines that start with them. */
const commands = new Set(
  ("7z adb ansible apt apt-get aws awk az bash brew bun bundle bzip2 cargo cat cd chmod chown clang cmake composer conda " +
    "cp crontab curl cut date dd deno df diff dig dmesg dnf docker docker-compose dotnet dpkg du echo egrep env ffmpeg " +
    "find flutter free g++ gcc gcloud gem gh git go gpg gradle grep gunzip gzip head helm htop ifconfig ip iptables java " +
    "javac journalctl jq kill killall kubectl less ln ls lsof make man mkdir mount mv mvn mysql mysqldump nano nc netstat " +
    "nginx nmap node npm npx nslookup openssl patch perl pg_dump php ping pip pip3 pipx pkill pnpm podman poetry psql ps " +
    "pwsh pytest python python3 rclone redis-cli rm rmdir rsync ruby rustc rustup scp screen sed sftp sh sort split sqlite3 " +
    "ss ssh ssh-keygen strace su sudo svn swift systemctl tail tar tcpdump tee terraform tmux touch top tr traceroute tsc " +
    "umount uname uniq unzip useradd uv uvicorn vagrant vim wc wget which xargs xxd yarn yum zip zsh").split(" ")
)

/** Multi-letter options with a single hyphen. */
const options = new Set(
  ("acodec auto-approve backend-config bench classpath codec connect count cover daystart days delete depth exec follow " +
    "gcflags group header help iname input jar keyout ldflags level links maxdepth mindepth mtime name newer newkey nodes noout " +
    "output path perm preset print print0 prune race regex size subj tags target text timeout tulnp tulpn type user vcodec verbose version")
    .split(" ")
)

/** One letter, up to three (`-it`), digits or capitals (`-O2`, `-Xmx512m`), a value (`-p=80`), or letters without a vowel (`-xzvf`). */
const looksLikeOption = /^(?:\p{L}{1,3}|(?=.*[\dA-Z=:/])[\w.:=/,+-]+|[b-df-hj-np-tv-xz]{4,6})$/u

/** Words before a command: a prompt, and programs that run others. */
const before = new Set(["$", "#", ">", "%", "sudo", "time", "exec"])

/** The program whose command line starts with these lower-case words; undefined for other text. */
export const commandOf = (words: ReadonlyArray<string>): string | undefined => {
  const first = words.find((word) => !before.has(word))
  return first !== undefined && commands.has(first) ? first : undefined
}

/** Whether a word after a hyphen is a command option, and not an exclusion. */
export const isOption = (word: string): boolean => options.has(word) || looksLikeOption.test(word)
