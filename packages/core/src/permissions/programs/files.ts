import { noOperands, type Programs } from "./program.ts";

/** Programs that only read files and print. */

const checksum = {
  safe: "-b -c -t -w -z --binary --check --text --tag --quiet --status --strict --zero --warn",
};

const grep = {
  safe: `-i -v -n -w -x -c -l -L -o -q -s -h -H -r -R -E -F -G -P -a -I -z -Z -b -T -y -# -e= -f= -m= -A= -B= -C= -d= -D=
    --ignore-case --no-ignore-case --invert-match --line-number --word-regexp --line-regexp --count
    --files-with-matches --files-without-match --only-matching --quiet --silent --no-messages --no-filename
    --with-filename --recursive --dereference-recursive --extended-regexp --fixed-strings --basic-regexp
    --perl-regexp --text --null --null-data --byte-offset --initial-tab --regexp --file --max-count
    --after-context --before-context --context --include --exclude --exclude-dir --exclude-from --color
    --colour --binary-files --directories --devices --label --line-buffered --version --help`,
};

export const files: Programs = {
  ls: {
    safe: `-a -A -b -B -c -C -d -f -F -g -G -h -H -i -k -l -L -m -n -N -o -p -q -Q -r -R -s -S -t -u -U -v -x -X -Z -1
      -I= -T= -w= --all --almost-all --author --block-size --classify --color --directory --file-type --format
      --full-time --group-directories-first --hide --human-readable --ignore --indicator-style --inode --literal
      --no-group --numeric-uid-gid --quote-name --quoting-style --recursive --reverse --show-control-chars --si
      --size --sort --time --time-style --width --zero --version --help`,
  },
  cat: {
    safe: `-A -b -e -E -n -s -t -T -u -v --show-all --number-nonblank --show-ends --number --squeeze-blank
      --show-tabs --show-nonprinting --version --help`,
  },
  head: { safe: "-n= -c= -q -v -z -# --lines --bytes --quiet --silent --verbose --version --help" },
  tail: {
    safe: `-n= -c= -s= -f -F -q -v -z -# --lines --bytes --follow --retry --quiet --silent --verbose
      --sleep-interval --pid --version --help`,
  },
  wc: { safe: "-c -m -l -L -w --bytes --chars --lines --words --max-line-length --total --version --help" },
  stat: { safe: "-L -f -t -x -c= --dereference --file-system --format --printf --terse --version --help" },
  file: {
    safe: "-b -h -i -k -L -N -0 --brief --mime --mime-type --mime-encoding",
    writes: "-C --compile",
    runs: "-z -Z",
  },
  du: {
    safe: `-a -b -c -d= -h -H -k -l -L -m -s -S -x -t= --all --apparent-size --bytes --total --max-depth
      --human-readable --summarize --exclude --one-file-system --threshold --si --time --version --help`,
  },
  df: {
    safe: "-a -h -H -i -k -l -P -T -t= -x= -B= --human-readable --inodes --local --output --total --type --help",
  },
  tree: {
    safe: "-a -d -f -F -i -l -s -h -p -u -g -D -C -n -r -t -v -L= -P= -I= -J -X --dirsfirst --noreport --prune --gitignore --du --filelimit --charset",
    writes: "-o=",
  },
  pwd: { safe: "-L -P" },
  realpath: {
    safe: "-e -m -L -P -q -s -z --relative-to --relative-base --canonicalize-existing --no-symlinks",
  },
  readlink: { safe: "-f -e -m -n -q -s -v -z --canonicalize --canonicalize-existing --no-newline" },
  basename: { safe: "-a -s= -z --multiple --suffix --zero" },
  dirname: { safe: "-z --zero" },
  diff: {
    safe: `-u -U= -c -C= -q -s -y -W= -r -N -i -w -b -B -E -Z -a -e -n -p -t -T -d -x= -X= -I= --unified --context
      --brief --report-identical-files --side-by-side --width --recursive --new-file --ignore-case
      --ignore-all-space --ignore-space-change --ignore-blank-lines --text --minimal --exclude --color
      --suppress-common-lines --strip-trailing-cr --version --help`,
    runs: "-l --paginate",
  },
  cmp: { safe: "-b -i= -l -n= -s --print-bytes --silent --quiet --verbose --bytes" },
  comm: { safe: "-1 -2 -3 -z --check-order --nocheck-order --output-delimiter --total" },
  cut: {
    safe: "-b= -c= -d= -f= -n -s -z --bytes --characters --delimiter --fields --only-delimited --complement",
  },
  sort: {
    safe: `-b -d -f -g -i -h -M -n -R -r -V -c -C -m -s -u -z -k= -t= -S= --ignore-leading-blanks --dictionary-order
      --ignore-case --general-numeric-sort --human-numeric-sort --month-sort --numeric-sort --random-sort
      --reverse --version-sort --sort --check --merge --stable --unique --zero-terminated --key --field-separator
      --buffer-size --parallel --debug --help`,
    runs: "--compress-program",
    writes: "-o= --output -T= --temporary-directory",
  },
  // A second operand is a file that it writes.
  uniq: {
    safe: "-c -d -D -u -i -z --count --repeated --unique --ignore-case --zero-terminated",
    operands: noOperands,
  },
  tr: { safe: "-c -C -d -s -t --complement --delete --squeeze-repeats --truncate-set1" },
  nl: { safe: "-b= -n= -s= -v= -w= -i= --body-numbering --number-format" },
  tac: { safe: "-b -r -s=" },
  rev: { safe: "" },
  fold: { safe: "-b -s -w= --bytes --spaces --width" },
  column: { safe: "-t -x -s= -o= -c= -N= --table --separator" },
  paste: { safe: "-d= -s -z --delimiters --serial" },
  join: { safe: "-a= -e= -i -j= -o= -t= -v= -1= -2=" },
  od: { safe: "-A= -t= -N= -j= -w= -v -a -b -c -d -o -s -x" },
  hexdump: { safe: "-b -c -C -d -o -x -v -n= -s=" },
  strings: { safe: "-a -d -f -n= -t= -e= -# --all --bytes --radix --encoding" },
  md5sum: checksum,
  sha1sum: checksum,
  sha256sum: checksum,
  sha512sum: checksum,
  cksum: { safe: "" },
  jq: {
    safe: `-r -c -e -s -n -S -M -C -a -j -R --raw-output --compact-output --exit-status --slurp --null-input
      --sort-keys --monochrome-output --color-output --ascii-output --join-output --raw-input --tab --indent`,
  },
  sed: {
    safe: "-n -E -r -s -u -z --quiet --silent --regexp-extended --separate --unbuffered --null-data --posix --sandbox",
    writes: "-i= --in-place -e= --expression -f= --file",
    // Line numbers or one pattern with p, d, q or =, or a substitution. `w` writes a file and `e` runs a command.
    script: /^(?:\d+(?:,\d+)?[pdq=]|\/[^/\\]*\/[pdq=]|s\/[^/\\]*\/[^/\\]*\/[gpiI\d]*)$/,
  },
  grep,
  egrep: grep,
  fgrep: grep,
  rg: {
    safe: `-i -S -s -w -x -v -n -N -l -L -c -o -F -P -U -u -a -H -I -p -q -0 -e= -f= -g= -t= -T= -A= -B= -C= -m= -M= -d= -j=
      -r= -E= --files --hidden --no-ignore --no-ignore-vcs --glob --iglob --type --type-not --type-list --max-count
      --max-depth --context --after-context --before-context --ignore-case --smart-case --case-sensitive
      --fixed-strings --word-regexp --line-regexp --line-number --no-line-number --heading --no-heading --count
      --count-matches --files-with-matches --files-without-match --json --color --colors --column --multiline
      --multiline-dotall --only-matching --replace --sort --sortr --stats --trim --vimgrep --invert-match --pcre2
      --max-columns --max-filesize --no-messages --follow --null --passthru --quiet --text --unrestricted
      --with-filename --no-filename --no-config --regexp --encoding --threads --version --help`,
    runs: "--pre --pre-glob --hostname-bin -z --search-zip",
  },
  fd: {
    safe: `-H -I -u -s -i -g -F -a -L -p -0 -1 -q -t= -e= -E= -d= -S= -j= -c= --hidden --no-ignore --unrestricted
      --case-sensitive --ignore-case --glob --fixed-strings --absolute-path --follow --full-path --max-depth
      --min-depth --exact-depth --type --extension --exclude --size --changed-within --changed-before --color
      --print0 --max-results --version --help`,
    runs: "-x= --exec -X= --exec-batch -l --list-details",
  },
  find: {
    isWordStyle: true,
    safe: `-name -iname -path -ipath -wholename -regex -iregex -regextype -type -xtype -maxdepth -mindepth -depth -size
      -empty -mtime -mmin -atime -amin -ctime -cmin -newer -anewer -cnewer -user -group -uid -gid -nouser -nogroup
      -perm -readable -writable -executable -links -inum -samefile -lname -ilname -mount -xdev -daystart -follow
      -noleaf -prune -print -print0 -printf -ls -quit -true -false -not -a -and -o -or -H -L -P`,
    runs: "-exec -execdir -ok -okdir",
    writes: "-delete -fprint -fprint0 -fprintf -fls",
  },
};

/** Programs that print system information or their arguments. */
export const system: Programs = {
  echo: { safe: "-n -e -E" },
  printf: { safe: "" },
  true: { safe: "" },
  false: { safe: "" },
  sleep: { safe: "" },
  seq: { safe: "-w -s= -f= --equal-width --separator --format" },
  // An operand without a plus sets the clock.
  date: {
    safe: "-u -R -I= --utc --universal --iso-8601 --rfc-3339 --rfc-email --date --reference",
    writes: "-s= --set",
    operands: /^\+/,
  },
  uname: { safe: "-a -s -n -r -v -m -p -i -o --all" },
  whoami: { safe: "" },
  id: { safe: "-u -g -G -n -r -z --user --group --groups --name" },
  groups: { safe: "" },
  nproc: { safe: "--all --ignore" },
  uptime: { safe: "-p -s" },
  free: { safe: "-b -k -m -g -h -t -w --human --total" },
  which: { safe: "-a -s" },
  type: { safe: "-a -t -p -P" },
  ps: { safe: "-A -e -f -F -l -a -x -H -u= -U= -p= -o= -C= --sort --forest --no-headers --ppid --pid" },
};
