import { noOperands, type Program, type Programs } from "./program.ts";

/** Developer tools: commands that only read, and builds and tests that run code that the project defines. */

const cargoBuild: Program = {
  safe: `-v -q -r -p= -j= -F= --verbose --quiet --release --package --workspace --all --exclude --lib --bins --bin --tests
    --test --benches --bench --examples --example --all-targets --features --all-features --no-default-features
    --profile --locked --offline --frozen --keep-going --no-fail-fast --no-run --doc --message-format --color
    --nocapture --show-output --exact --ignored --include-ignored --test-threads`,
  runs: "--config -Z=",
  writes: "--target-dir --out-dir --artifact-dir --manifest-path --fix",
};

const goTest: Program = {
  isWordStyle: true,
  // Packages of the module, but no file: `go test x_test.go` runs any file.
  operands: /^(?!\/|\.\.(?:\/|$)|.*\/\.\.(?:\/|$)|.*\.go$)/,
  safe: `-v -run -count -short -race -timeout -failfast -skip -bench -benchtime -benchmem -cover -covermode -parallel -cpu
    -list -json -shuffle -tags`,
  runs: "-exec -toolexec -vettool -args -ldflags -gcflags -asmflags -gccgoflags -overlay -modfile",
  writes:
    "-o -c -C -coverprofile -cpuprofile -memprofile -blockprofile -mutexprofile -trace -outputdir -work -pkgdir",
};

const npm: Program = {
  safe: "-s --silent --version",
  runs: "run run-script exec x test t start stop restart install i ci add update explore init create --script-shell",
  writes: "-g --global --prefix -C= --userconfig config set pkg publish",
  commands: {
    ls: { safe: "-a -l --all --depth --json --long --parseable --omit --include" },
    view: { safe: "--json" },
    outdated: { safe: "-a -l --all --json --long --parseable" },
    explain: { safe: "--json" },
    why: { safe: "--json" },
  },
};

export const developer: Programs = {
  cargo: {
    safe: "-v -q --verbose --quiet --version --locked --offline --frozen --color",
    runs: "--config -Z= run install",
    writes: "-C=",
    commands: {
      ...{
        build: cargoBuild,
        check: cargoBuild,
        test: cargoBuild,
        clippy: { ...cargoBuild, operands: noOperands },
      },
      tree: {
        safe: "-p= -i= -e= -d --package --invert --edges --duplicates --depth --prefix --workspace --locked --offline",
      },
      metadata: { safe: "--no-deps --locked --offline --format-version --filter-platform" },
    },
  },
  go: {
    runs: "run generate install get tool",
    writes: "env build mod",
    commands: {
      test: goTest,
      vet: { ...goTest, safe: "-v -json -tags" },
      list: {
        isWordStyle: true,
        safe: "-m -json -deps -test -e -u -versions",
        runs: "-toolexec -overlay -modfile -export",
      },
      version: { safe: "-m -v" },
      doc: { safe: "-all -c -cmd -short -src -u", isWordStyle: true },
    },
  },
  npm,
  pnpm: {
    ...npm,
    runs: `${npm.runs} dlx`,
    commands: { ls: npm.commands?.ls ?? {}, outdated: npm.commands?.outdated ?? {} },
  },
  yarn: { runs: "dlx exec run node install add" },
  pipx: { runs: "run install" },
  uv: { runs: "run tool pip sync add" },
  pip: {
    safe: "--version",
    runs: "install download wheel --python --config-settings",
    commands: {
      list: { safe: "-o -u --outdated --uptodate --format" },
      show: { safe: "-f -v --files --verbose" },
    },
  },
  docker: {
    runs: "run exec compose buildx build container --host -H= --config -c= --context",
    writes: "cp save export",
    commands: {
      ps: { safe: "-a -n= -l -q -s -f= --all --last --latest --quiet --size --filter --no-trunc" },
      images: { safe: "-a -q -f= --all --quiet --filter --digests --no-trunc" },
      logs: { safe: "-f -n= -t --follow --tail --since --until --timestamps --details" },
      inspect: { safe: "-s --size --type" },
    },
  },
  podman: { runs: "run exec build --runtime --hooks-dir" },
  kubectl: {
    runs: "exec debug run plugin edit --kubeconfig",
    writes: "cp apply create delete replace patch --cache-dir",
    commands: {
      get: {
        safe: "-n= -o= -l= -A -w -L= --namespace --output --selector --all-namespaces --watch --show-labels --no-headers --sort-by --field-selector",
      },
      describe: { safe: "-n= -l= -A --namespace --selector --all-namespaces --show-events" },
      logs: {
        safe: "-n= -c= -l= -f -p --namespace --container --selector --follow --previous --since --tail --timestamps --all-containers --prefix",
      },
    },
  },
  gh: {
    runs: "alias extension codespace browse",
    writes: "api auth config secret",
    commands: {
      pr: {
        commands: {
          view: { safe: "-c -R= --comments --json --repo", runs: "-w --web" },
          list: {
            safe: "-s= -L= -l= -a= -A= -R= --state --limit --label --assignee --author --json --repo --search --draft",
            runs: "-w --web",
          },
          status: { safe: "-R= --repo --json" },
          diff: { safe: "-R= --repo --name-only --patch --color", runs: "-w --web" },
          checks: { safe: "-R= --repo --required --watch --json", runs: "-w --web" },
        },
      },
      issue: {
        commands: {
          view: { safe: "-c -R= --comments --json --repo", runs: "-w --web" },
          list: {
            safe: "-s= -L= -l= -a= -A= -R= --state --limit --label --assignee --author --json --repo --search",
            runs: "-w --web",
          },
        },
      },
    },
  },
};

/** Never covered by a prefix. Listed so that deny rules read the commands that their options and subcommands run. */
export const uncovered: Programs = {
  tar: {
    runs: "--to-command --checkpoint-action -I= --use-compress-program --rsh-command --rmt-command -F= --info-script",
  },
  zip: { runs: "-T -TT --unzip-command" },
  cpio: { runs: "--rsh-command" },
  scp: { runs: "-S= -o= -F= -D=" },
  sftp: { runs: "-S= -o= -F= -D= -b=" },
  rsync: { runs: "-e= --rsh --rsync-path" },
  curl: {
    runs: "-K= --config --engine",
    writes: "-o= -O -J --output --remote-name --output-dir -c= --cookie-jar -D= --dump-header",
  },
  wget: {
    runs: "--use-askpass -e= --execute --config",
    writes: "-O= -o= -P= -a= --output-document --output-file",
  },
  man: { runs: "-P= --pager -H= --html -C= --config-file -l --local-file -T= --troff-device" },
  gcc: { runs: "-wrapper -fplugin -B= -specs", writes: "-o=", isWordStyle: true },
  clang: { runs: "-fplugin -load -Xclang", writes: "-o=", isWordStyle: true },
  openssl: { runs: "-engine -provider -provider-path", writes: "-out", isWordStyle: true },
  ffmpeg: { runs: "-init_hw_device -f -filter_complex_script", isWordStyle: true },
  terraform: { runs: "apply console init plan import destroy", writes: "-out" },
  ansible: { runs: "-a= --args -m= --module-name" },
  vagrant: { runs: "ssh provision up" },
  gpg: { runs: "--exec-path --photo-viewer", writes: "-o= --output" },
  iptables: { runs: "--modprobe" },
  dpkg: { runs: "--pre-invoke --post-invoke --status-logger -i --install" },
  apt: { runs: "-o= --option install" },
  "apt-get": { runs: "-o= --option install source" },
  split: { runs: "--filter" },
  install: { runs: "--strip-program", writes: "-d -D" },
  nmap: { runs: "--script -iL", writes: "-oN -oX", isWordStyle: true },
  tcpdump: { runs: "-z=", writes: "-w=" },
  nc: { runs: "-e= -c= --exec --sh-exec" },
  ncat: { runs: "-e= -c= --exec --sh-exec --lua-exec" },
};
