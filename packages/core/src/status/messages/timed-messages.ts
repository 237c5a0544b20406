import type { Season, TimeOfDay } from "../local-time.ts";
import type { MessagesByTier } from "../message.ts";

/** Shown only at a time of day or in a season: `working` fits every category but idle. */
export const timedMessages: Readonly<
  Record<TimeOfDay | Season, { readonly working: MessagesByTier; readonly idle: MessagesByTier }>
> = {
  morning: {
    working: {
      common: [
        "Starting the day with care…",
        "Morning light on the workbench…",
        "First coffee, first principles…",
        "Fresh eyes on it this morning…",
        "Easing into the morning's work…",
        "A good hour for hard problems…",
        "Good morning, working on it…",
        "Early light, clear thoughts…",
        "The day is young, the cache is cold…",
      ],
      uncommon: [
        "Coffee steaming, terminal open…",
        "Opening the shutters of the workshop…",
        "The stand-up can wait a minute…",
        "Before the meetings find us…",
        "Dew on the grass, logs on the screen…",
        "Toast first, then the trickier parts…",
      ],
      rare: [
        "The birds are compiling outside…",
        "Wondering what the night left in the logs…",
        "Buttering the toast on the correct side…",
        "Today's mistakes have not been invented yet…",
      ],
      legendary: [
        "Day breaks; that was not us…",
        "The rooster reports an exit code of zero…",
        "The sun came up without a single merge conflict…",
      ],
    },
    idle: {
      common: ["Good morning, ready when you are"],
      uncommon: ["Coffee first, or shall we begin?"],
      rare: ["A whole day, still unallocated"],
      legendary: ["The morning awaits your first keystroke"],
    },
  },
  afternoon: {
    working: {
      common: [
        "Steady work this afternoon…",
        "Keeping a good afternoon pace…",
        "The afternoon shift is on it…",
        "Working through the afternoon…",
        "Good afternoon, working on it…",
        "Daylight left, work in hand…",
        "After lunch, one thing at a time…",
        "An even pace past noon…",
        "The sun is high, the work is steady…",
      ],
      uncommon: [
        "Second coffee, same care…",
        "Holding off the afternoon slump…",
        "A biscuit's worth of patience…",
        "Tea at a safe distance from the keyboard…",
        "Long light across the bench…",
        "Between two meetings, quietly working…",
      ],
      rare: [
        "Digesting lunch and a stack trace…",
        "A nap was considered and declined…",
        "The plants on the sill have leaned in to watch…",
        "The hour when deadlines cast short shadows…",
      ],
      legendary: [
        "High noon passed without a race condition…",
        "The sundial agrees with the scheduler…",
        "Teatime is a blocking call; working around it…",
      ],
    },
    idle: {
      common: ["Good afternoon, what is next?"],
      uncommon: ["The afternoon is open"],
      rare: ["Room for one more good idea before tea"],
      legendary: ["The sundial points at you"],
    },
  },
  evening: {
    working: {
      common: [
        "Evening light, steady hands…",
        "Good evening, working on it…",
        "Working as the day winds down…",
        "A calm evening at the terminal…",
        "The lamp is on, the work goes on…",
        "Quieter now, and easier to concentrate…",
        "One thing at a time this evening…",
        "The evening shift takes over…",
        "Carrying on by lamplight…",
      ],
      uncommon: [
        "Supper is simmering, and so is this…",
        "The office has gone quiet; good…",
        "Golden hour in the terminal…",
        "Slippers on, standards kept…",
        "Dimming the lights, not the attention…",
        "Herbal tea and careful steps…",
      ],
      rare: [
        "The last commit of a day is seldom the wisest…",
        "The street lamps came on in order…",
        "Shadows lengthen; lines stay under the limit…",
        "Crickets outside, none in the code, one hopes…",
      ],
      legendary: [
        "The sunset was reviewed and approved…",
        "Dusk: a soft delete of the day…",
        "The swallows return to their parent process…",
      ],
    },
    idle: {
      common: ["Good evening, ready when you are"],
      uncommon: ["The lamp is lit, the bench is free"],
      rare: ["One more, or call it a day?"],
      legendary: ["The evening keeps a seat for your idea"],
    },
  },
  night: {
    working: {
      common: [
        "Working quietly, it is late…",
        "Night shift, careful steps…",
        "The house is asleep, the work is not…",
        "Burning a little midnight oil…",
        "Low light, sharp focus…",
        "Keeping the keys quiet…",
        "Late hours, extra care…",
        "By the glow of the terminal…",
        "A quiet night at the bench…",
      ],
      uncommon: [
        "Dark mode, indoors and out…",
        "Only the fans and us…",
        "Moonlight on the monospace…",
        "Double-checking, because it is late…",
        "Stars out, scope small…",
        "The owls have been notified…",
      ],
      rare: [
        "Nothing hasty; tired eyes will read this…",
        "The moon is on call tonight…",
        "Sheep are being counted in another thread…",
        "Whispering, so as not to wake the linter…",
      ],
      legendary: [
        "The constellations are in source order…",
        "At this hour even the bugs speak softly…",
        "The night watchman nods at the build…",
      ],
    },
    idle: {
      common: ["Ready, and keeping the night quiet"],
      uncommon: ["It is late; sleep is also a fine plan"],
      rare: ["The moon and the cursor are both up"],
      legendary: ["Tomorrow's you would approve of some sleep"],
    },
  },
  weekend: {
    working: {
      common: [
        "Weekend pace, weekday care…",
        "A quiet weekend at the workbench…",
        "No meetings today, just the work…",
        "Weekend hours, unhurried hands…",
        "Working on it, weekend or not…",
        "A side project's favourite day…",
        "Weekend light in the workshop…",
        "Slow coffee, careful work…",
        "The calendar is empty, the bench is not…",
      ],
      uncommon: [
        "Pancakes first, then pull requests…",
        "Tinkering, in the best sense…",
        "The garden can wait a moment…",
        "Weekend rules: curiosity leads…",
        "Out of the office, in the zone…",
        "Nobody deploys today, one hopes…",
      ],
      rare: [
        "Wearing the comfortable cardigan for this…",
        "The deploy freeze is also a state of mind…",
        "Hobby hours, professional standards…",
        "The standing desk is having a lie-in…",
      ],
      legendary: [
        "Even the nightly jobs are having a lie-down…",
        "Two days a week, the backlog dreams of us…",
        "The hammock has been load-tested…",
      ],
    },
    idle: {
      common: ["It is the weekend; no hurry at all"],
      uncommon: ["Ready, or happy to be left for a walk"],
      rare: ["Any work today is entirely optional"],
      legendary: ["The hammock and I await your decision"],
    },
  },
  halloween: {
    working: {
      common: [
        "Lighting a pumpkin by the terminal…",
        "Working while the leaves come down…",
        "Keeping a lantern near the logs…",
        "Stepping softly past the ghost threads…",
        "Autumn wind, steady hands…",
        "Checking for cobwebs in the corners…",
        "Nothing scary, just careful work…",
      ],
      uncommon: [
        "Raking the leaves off the syntax tree…",
        "Handling zombie processes with gloves…",
        "Carving the pumpkin along the grain…",
        "Trick or treat, asks the exit code…",
        "A black cat crossed the keyboard…",
      ],
      rare: [
        "The legacy code is rattling its chains…",
        "Something moved in the attic of the stack…",
        "Leaving sweets out for the daemons…",
        "Haunted only by an old to-do note…",
      ],
      legendary: [
        "The dangling pointer rises at midnight, they say…",
        "The pumpkin has been carved to specification…",
        "A skeleton class offers its services…",
      ],
    },
    idle: {
      common: ["The lantern is lit, come in"],
      uncommon: ["Ready, if a little haunted"],
      rare: ["The ghosts are off, the bench is free"],
      legendary: ["Knock thrice, then type"],
    },
  },
  christmas: {
    working: {
      common: [
        "Working by the light of the fir tree…",
        "Snow on the sill, logs on the fire…",
        "Wrapping things carefully…",
        "Keeping the workshop warm…",
        "Checking the list, then checking it again…",
        "A quiet, careful winter's work…",
        "Candles lit, hands steady…",
      ],
      uncommon: [
        "Cinnamon in the coffee, care in the work…",
        "Untangling the lights first…",
        "Traversing the tree, minding the baubles…",
        "Gingerbread within reach of the keyboard…",
        "Tying the ribbon with a proper knot…",
      ],
      rare: [
        "The elves insist on code review…",
        "Hanging stockings on the stack frames…",
        "Balancing the tree, star at the root…",
        "The sleigh is in the build queue…",
      ],
      legendary: [
        "All is calm, all is typed…",
        "A reindeer has volunteered for load testing…",
        "The workshop up north sends its regards…",
      ],
    },
    idle: {
      common: ["Warm lights, clear bench, ready"],
      uncommon: ["Something warm in hand, listening"],
      rare: ["One more wish for the list?"],
      legendary: ["The tree is balanced; your turn"],
    },
  },
  newYear: {
    working: {
      common: [
        "Turning the page with care…",
        "New calendar, same careful hands…",
        "Working at the seam of two years…",
        "Good resolutions, small steps…",
        "Old year, new year, steady work…",
        "Checking the year twice…",
        "A fresh page in the logbook…",
      ],
      uncommon: [
        "Resolving to name things better…",
        "Saving the fireworks for later…",
        "Counting down, off-by-one excluded…",
        "Sweeping the confetti off the bench…",
        "Mistyping the year, as tradition demands…",
      ],
      rare: [
        "May the year roll over and no integer with it…",
        "Making a resolution, with a test for it…",
        "Toasting with whatever is in the mug…",
        "The leap seconds send their regards…",
      ],
      legendary: [
        "Years, it turns out, are incremented atomically…",
        "Time marches on, strictly monotonic…",
        "Midnight is just an overflow with fireworks…",
      ],
    },
    idle: {
      common: ["A fresh page, whenever you like"],
      uncommon: ["Ready for the year's good ideas"],
      rare: ["Resolutions accepted at the prompt"],
      legendary: ["The calendar blinked first; your move"],
    },
  },
  valentine: {
    working: {
      common: [
        "Working on it, with affection…",
        "Handling the code with tenderness…",
        "Roses by the terminal, hands at work…",
        "Putting some heart into it…",
        "A little extra care today…",
        "Kind words for the compiler…",
        "Good pairs make good programs…",
      ],
      uncommon: [
        "Matching brackets, as they were meant to be…",
        "A kind word for whoever wrote this first…",
        "Chocolate near, but not on, the keyboard…",
        "Two spaces, side by side…",
        "Every key deserves its value…",
      ],
      rare: [
        "Humming a love song in monospace…",
        "It is a strongly typed relationship…",
        "Promises kept, one await at a time…",
        "Sealing the envelope with a checksum…",
      ],
      legendary: [
        "Somewhere a lock has met its key…",
        "A foreign key longs for its table…",
        "Love is a protocol without timeouts…",
      ],
    },
    idle: {
      common: ["The bench is free, the heart is light"],
      uncommon: ["Ready, and glad to see you"],
      rare: ["The chocolate is gone, the attention is yours"],
      legendary: ["Two cursors would be company"],
    },
  },
};
