import { noOperands, type Program } from "./program.ts";

const diffOptions = `-p -u -s -w -b -a -R -W -r -t -z -# -U= -M= -C= -B= -D -l= -S= -G= --patch --no-patch --raw --stat --numstat
  --shortstat --dirstat --summary --name-only --name-status --color --no-color --word-diff --word-diff-regex
  --color-words --color-moved --no-renames --find-renames --find-copies --check --full-index --binary --abbrev
  --diff-filter --pickaxe-all --pickaxe-regex --relative --text --ignore-all-space --ignore-space-change
  --ignore-space-at-eol --ignore-blank-lines --ignore-cr-at-eol --inter-hunk-context --function-context --exit-code --quiet
  --no-ext-diff --no-textconv --ignore-submodules --submodule --src-prefix --dst-prefix --no-prefix --unified
  --minimal --patience --histogram --diff-algorithm --compact-summary --patch-with-stat --no-index --cached --staged
  --merge-base --find-object`;
const diffRuns = "--ext-diff --textconv";
const diffWrites = "--output";

const logOptions = `${diffOptions} -n= -i -E -F -P -L= -g -c -m --cc --oneline --graph --decorate --no-decorate --all --branches
  --tags --remotes --author --committer --grep --all-match --invert-grep --since --until --after --before --max-count --skip --reverse
  --follow --merges --no-merges --first-parent --abbrev-commit --no-abbrev-commit --date --relative-date --left-right
  --cherry-pick --cherry-mark --cherry --boundary --topo-order --date-order --author-date-order --no-walk --full-history
  --simplify-by-decoration --walk-reflogs --regexp-ignore-case --extended-regexp --fixed-strings --perl-regexp
  --source --log-size --no-notes --notes --parents --children --ancestry-path --not --format --pretty`;

const log: Program = {
  safe: logOptions,
  runs: `${diffRuns} --show-signature`,
  writes: diffWrites,
  // `--format=%G?` and similar formats run gpg.
  refuses: /%G/,
};
const diff: Program = { safe: diffOptions, runs: diffRuns, writes: diffWrites };

/** Subcommands that run programs, a remote's hooks or code of the repository. */
const runsCode: Program = {
  runs: "-x= --exec -c= --config --upload-pack --receive-pack -u= --template --strategy",
};

export const git: Program = {
  safe: "--no-pager -P --no-optional-locks --literal-pathspecs --version",
  runs: `-c= --config-env --exec-path -p --paginate bisect filter-branch submodule rebase difftool mergetool send-email
    daemon instaweb p4 svn hook maintenance fast-import remote-ext upload-pack credential`,
  writes: "-C= --git-dir --work-tree --namespace --super-prefix --bare config",
  commands: {
    status: {
      safe: `-s -b -v -u= -z --short --branch --porcelain --long --verbose --ignored --untracked-files --show-stash
        --no-renames --find-renames --ahead-behind --no-ahead-behind --ignore-submodules --column --no-column`,
    },
    log,
    show: log,
    whatchanged: log,
    diff,
    "diff-tree": diff,
    "diff-index": diff,
    "diff-files": diff,
    grep: {
      safe: `-n -i -I -l -L -c -w -v -E -F -G -P -h -H -o -p -W -q -r -a -z -# -e= -f= -A= -B= -C= -m= --cached --untracked
        --no-index --exclude-standard --no-exclude-standard --and --or --not --all-match --count --line-number
        --column --ignore-case --word-regexp --invert-match --extended-regexp --fixed-strings --basic-regexp
        --perl-regexp --files-with-matches --name-only --files-without-match --only-matching --max-depth
        --max-count --show-function --function-context --after-context --before-context --context --quiet
        --heading --break --color --no-color --full-name --recursive --no-recursive --text --threads --null`,
      runs: "-O= --open-files-in-pager --textconv --ext-grep",
    },
    blame: {
      safe: `-L= -l -t -s -e -w -f -n -p -b -c -M= -C= --root --show-name --show-number --porcelain --line-porcelain
        --incremental --show-stats --since --date --abbrev --color-lines --color-by-age --show-email --ignore-rev`,
      runs: "--textconv",
    },
    shortlog: {
      safe: "-n -s -e -c -w= --numbered --summary --email --group --no-merges --since --until --all",
    },
    describe: {
      safe: `--all --tags --contains --abbrev --candidates --exact-match --long --match --exclude --always
        --first-parent --dirty --broken`,
    },
    "rev-parse": {
      safe: `--abbrev-ref --short --verify -q --quiet --symbolic --symbolic-full-name --all --branches --tags --remotes
        --git-dir --absolute-git-dir --git-common-dir --show-toplevel --show-prefix --show-cdup --is-inside-work-tree
        --is-inside-git-dir --is-bare-repository --is-shallow-repository --show-superproject-working-tree --git-path`,
    },
    "rev-list": {
      safe: `-n= -# --all --branches --tags --remotes --count --max-count --skip --since --until --after --before --author
        --grep --merges --no-merges --first-parent --left-right --reverse --topo-order --date-order --objects
        --abbrev-commit --oneline --parents --not`,
    },
    "ls-files": {
      safe: `-c -d -m -o -i -s -k -u -v -t -z -x= --cached --deleted --modified --others --ignored --stage --killed --unmerged
        --exclude --exclude-standard --directory --error-unmatch --full-name --abbrev --eol --deduplicate`,
    },
    "ls-tree": { safe: "-d -r -t -l -z --name-only --name-status --long --full-name --full-tree --abbrev" },
    "cat-file": { safe: "-t -s -e -p", runs: "--textconv --filters --batch --batch-check --batch-command" },
    "merge-base": { safe: "-a --all --octopus --independent --is-ancestor --fork-point" },
    "name-rev": { safe: "--name-only --tags --refs --all --always --no-undefined" },
    "show-ref": {
      safe: "-d -h -q -s --head --heads --branches --tags --dereference --hash --verify --quiet --abbrev",
    },
    "check-ignore": { safe: "-q -v -n -z --quiet --verbose --non-matching --no-index" },
    "count-objects": { safe: "-v -H --verbose --human-readable" },
    // Listing only: an operand creates, moves or deletes a branch or a tag.
    branch: {
      safe: "-a -r -v --all --remotes --verbose --list --show-current --sort --contains --merged --no-merged --color --no-color",
      runs: "--edit-description",
      writes: "-d -D -m -M -c -C -f -u= --delete --move --copy --force --set-upstream-to --unset-upstream",
      operands: noOperands,
    },
    tag: {
      safe: "-l --list --sort --contains --merged --points-at --column",
      runs: "-s --sign -u= --local-user -v --verify -e --edit",
      writes: "-d -f -F= -m= -a --delete --force --file --message --annotate",
      operands: noOperands,
    },
    remote: { safe: "-v --verbose", commands: { "get-url": { safe: "--push --all" } } },
    stash: { commands: { list: log, show: diff } },
    worktree: { commands: { list: { safe: "-v -z --porcelain --verbose" } } },
    add: {
      safe: "-A -u -v -n -N --all --update --verbose --dry-run --intent-to-add --ignore-removal --refresh",
      runs: "-e --edit -i --interactive -p --patch",
      writes: "-f --force --chmod --pathspec-from-file",
    },
    commit: {
      safe: `-m= -a -q -s -v -o -i --message --all --amend --no-edit --allow-empty --quiet --signoff --verbose --dry-run
        --short --only --include --author --date --no-gpg-sign`,
      runs: "-S= --gpg-sign -e --edit -p --patch --interactive -t= --template",
      writes: "-n --no-verify -F= --file -C= -c= --cleanup --trailer",
    },
    ...{ clone: runsCode, fetch: runsCode, pull: runsCode, push: runsCode, "ls-remote": runsCode },
    ...{ archive: { runs: "--exec --remote", writes: "-o= --output" }, merge: runsCode, rebase: runsCode },
  },
};
