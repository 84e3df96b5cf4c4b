# Source this to get the pinned toolchain on PATH: . .config/env.sh
PATH="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)/.toolchain/node-24.21.0/node_modules/node/bin:$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)/.toolchain/pnpm-12.21.0/node_modules/.bin:$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)/node_modules/.bin:$PATH"; export PATH
