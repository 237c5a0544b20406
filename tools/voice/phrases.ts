/** A phrase to avoid. */
export type Phrase = {
  readonly name: string;
  readonly why: string;
  readonly use: string;
  readonly pattern: string;
};

type Row = readonly [words: string, use: string];
type Group = { readonly why: string; readonly rows: readonly Row[] };

/** Every word of a row can have alternatives: `put|puts away` finds "put away" and "puts away". */
const groups: readonly Group[] = [
  {
    why: "the field has one word for it",
    rows: [
      ["put|puts|putting away", '"archive" or "close"'],
      ["mend|mends|mended|mending", '"fix" or "repair"'],
      ["let|lets|letting in", '"approve", "admit" or "allow"'],
      ["let|lets it|him|them|somebody|anybody|nobody in", '"approve" or "allow"'],
      ["asks|ask|asked to be", '"requests" and the noun, such as "requests access"'],
      ["go|goes|going|went|gone on", '"continue" or "resume"'],
      ["give|gives|giving|given|gave back", '"return" or "release"'],
      ["give|gives|giving|given|gave up", '"stop", "cancel" or "time out"'],
      ["give|gives|gave way", '"yield"'],
      ["break|breaks|broke|broken|breaking off", '"is cut off" or "is interrupted"'],
      ["want|wants|wanted you to", '"requires" or "asks you to"'],
      ["take|takes|taken|taking|took back", '"undo", "revoke" or "withdraw"'],
      ["cut|cuts back", '"rewind" or "truncate"'],
      ["come|comes|came|coming of it|this|that|them", 'the result: "the outcome", "its result"'],
      ["come|comes|came|coming about", '"happen"'],
      ["come|comes|came to rest", '"become idle"'],
      ["come|comes|came up", '"start" or "appear"'],
      ["fall|falls|fell idle|silent", '"become idle" or "stop responding"'],
      ["tell|tells|telling|told of", '"report"'],
      ["speak|speaks|spoke|spoken of", '"mention" or "describe"'],
      ["hear|hears|heard of", '"know" or "receive"'],
      ["said of", '"describes"'],
      ["tell|tells|told apart", '"distinguish"'],
      ["bring|brings|brought along", '"include" or "contain"'],
      ["go|goes|went along", '"is sent with" or "is included"'],
      ["go|goes|went before", '"take precedence over"'],
      ["read|reads off", '"derive from"'],
      ["belong|belongs into", '"belong in"'],
      ["take|takes|took its|their|the place", '"replace"'],
      [
        "stand|stands|stood in|there|at|beside|behind|below|above|before|here|still",
        '"be": "is in", "is shown below"',
      ],
      ["lie|lies|lay over|beside|behind|below|there", '"be": "is over", "is below"'],
      ["begin|begins|began|begun anew", '"restart" or "start again"'],
      ["keep|keeps what", 'the noun: "keeps the events"'],
      ["make|makes|made what", 'the noun: "creates the file"'],
    ],
  },
  {
    why: "it hides who does what",
    rows: [
      ["is|are|was|were|be|been said", '"is reported", "is shown" or "is stated"'],
      ["is|are|was|were|be|been told", '"receives", "is notified" or "is reported"'],
      ["is|are|was|were|be meant", '"means", "refers to" or "is intended for"'],
      ["is|are|was|were wanted", '"is requested" or "is required"'],
      ["say|says|said so|no|yes", '"confirm", "deny", "allow" or "report it"'],
      ["say|says|said it into|to", '"send it to"'],
      ["into the run", '"to the run"; a message steers it'],
      ["is|are to be", '"must be", "will be" or a plain verb'],
      ["to be had", '"available"'],
      ["let|lets it be", '"leave it" or "ignore it"'],
    ],
  },
  {
    why: "the field has a term for this state or property",
    rows: [
      ["at work", '"running", "working" or "busy"'],
      ["at rest", '"idle" or "inactive"'],
      ["in|into force", '"active"; "take effect"'],
      ["is|are|was|stand|stands|stood in the way", '"blocking"; say what blocks'],
      ["in sight", '"visible"'],
      ["out of sight", '"hidden" or "off screen"'],
      ["in vain", '"without effect" or "without a result"'],
      ["for good", '"permanently"'],
      ["for ever", '"indefinitely" or "without a limit"'],
      ["for|after so long", 'the time: "for the given time", "that long"'],
      ["at most so many|much", '"at most this many", with the limit named'],
      ["four fifths", '"80 %"'],
      ["without end", '"endless" or "unlimited"'],
      ["without use", '"unused"'],
      ["of no use", '"useless" or "unused"'],
      ["to its|their end", '"until it ends" or "to completion"'],
      ["no fault", '"not an error"'],
      ["alike", '"the same", "identical" or "similar"'],
      ["lend|lends|lent", '"give access to" or "pass"'],
      ["a|the|every|this wish|wishes", '"request" or "want"'],
      ["stranger|strangers", 'what it is: "an unknown client", "an unknown event"'],
      ["unasked", '"without asking"'],
    ],
  },
  {
    why: "it hides what is missing",
    rows: [
      ["is none", '"is missing", "is invalid" or "is not a …"'],
      ["there is|are|was|were none", '"No …": name what is missing, then the next action'],
      ["none runs|waits|stands|fits|came|comes", '"no … runs": name it'],
      ["none of our|ours", '"not ours", "not one of the …"'],
      ["nothing fits|came|comes|waits|stands|goes", '"No matches", "No events": name what is missing'],
      ["where none|nobody|nothing|no", '"if no …" or "without …"'],
      ["where there is|are none|one|no", '"if there is no …" or "if it exists"'],
      ["if absent", '"if omitted" or "default: …"'],
      ["nobody|somebody|anybody is|was there|here|at", '"no client is connected", "a client is connected"'],
      [
        "nobody asked|said|knows|wants|reads|waits|hears|touched|signed",
        'the passive: "is unknown", "was not requested"',
      ],
    ],
  },
  {
    why: "it hides who or what is meant",
    rows: [
      ["whoever", '"anyone who", "the client that", or the role'],
      ["whom", '"who", or a sentence that starts with the person'],
      ["one's own", '"your own" or "their own"'],
      ["free|own words", '"free text"'],
      ["a no|yes", '"a denial", "a rejection", "an approval"'],
      ["the one|ones before", '"the previous one"'],
      ["those before", '"the previous ones"'],
      ["that of a|an|the|another|its", 'the noun again: "the session\'s id"'],
      ["the|a talk", '"the conversation"'],
      ["the other end", '"the peer", "the server" or "the receiver"'],
    ],
  },
  {
    why: "it is old-fashioned or wordy",
    rows: [
      ["anew", '"again"'],
      ["once more", '"again"'],
      ["of its|their|our|your|her|his own", '"its own …", "separate" or "dedicated"'],
      ["of|by itself", '"automatically" or "alone"'],
      ["by themselves", '"automatically" or "alone"'],
      ["beside", '"next to", "with" or "in addition to"'],
      ["all the same", '"anyway"'],
      ["in its|their place", '"instead"'],
      ["in place of", '"instead of"'],
      ["project's day", '"per day" or "daily"'],
      ["make|makes|made use of", '"use"'],
      ["so as to", '"to" or "so that"'],
      ["all the while", '"constantly" or "during this time"'],
      ["every so often", '"periodically"'],
      ["in one go", '"at once" or "in one call"'],
      ["shall|shalt", '"must" or "should"'],
      [
        "upon|unto|ere|lest|whilst|amongst|albeit|hitherto|henceforth|thereof|therein|whereby|wherein|whereupon|whence|hereby|thus",
        "a modern word",
      ],
    ],
  },
  {
    why: "a clause stands in for a noun",
    rows: [
      ["what it|they has|have|had|was|were|holds", "the noun: name what it is"],
      [
        "what came|comes|goes|went|waits|stands|follows|happens|runs|counts|lies|holds|belongs",
        'a noun: "the next event"',
      ],
      ["what is|was|are left", '"the rest" or "the remaining …"'],
      [
        "what is|was|are|were there|missed|said|asked|told|written|open|due|given|kept|drawn|used|done|known|set",
        'a noun: "missed events", "open asks"',
      ],
    ],
  },
];

// Spaces match line ends, too, with the stars and slashes of comments.
const GAP = String.raw`[\s*/]+`;

function inGroup({ why, rows }: Group): Phrase[] {
  return rows.map(([words, use]) => {
    const alternatives = words.split(" ").map((word) => word.split("|"));
    return {
      name: alternatives.map(([first]) => first).join(" "),
      why,
      use,
      pattern: String.raw`\b${alternatives.map((some) => `(?:${some.join("|")})`).join(GAP)}\b(?!-)`,
    };
  });
}

export const phrases: readonly Phrase[] = [
  {
    name: "What …",
    why: "a clause is the subject",
    use: 'the noun as the subject: "Missed events are fetched"',
    pattern: String.raw`(?<![\w'"] )\b(?-i:What) (?!about\b|if\b|to\b)\w+(?![^.!?]*\?)`,
  },
  {
    name: "in the web",
    why: "the field has one word for it",
    use: '"in the web client"',
    pattern: String.raw`\bin${GAP}the${GAP}web\b(?!${GAP}(?:client|app|interface|page))`,
  },
  {
    name: "as it is",
    why: "the field has a term for this state or property",
    use: '"unchanged" or "verbatim"',
    pattern: String.raw`\bas${GAP}(?:it|they)${GAP}(?:is|are|was|were|stands?|comes?)\b(?=[.,;:)]|\s*(?:\*/|$))`,
  },
  {
    name: "no more",
    why: "it is old-fashioned or wordy",
    use: '"no longer"',
    pattern: String.raw`\bno${GAP}more\b(?! than)(?=[.,;:)]|\s*(?:\*/|$))`,
  },
  ...groups.flatMap(inGroup),
];
