import type { Season, TimeOfDay } from "../local-time.ts";
import type { MessagesByTier } from "../message.ts";

/** Shown only at a time of day or in a season: `working` fits every category but idle. */
export const timedMessages: Readonly<
  Record<TimeOfDay | Season, { readonly working: MessagesByTier; readonly idle: MessagesByTier }>
> = {
  morning: {
    working: {
      common: [
        "Good morning, working on it…",
        "Starting the day with this…",
        "Working through the morning…",
        "A fresh start to the day…",
        "Morning, and already busy…",
        "Making good use of the morning…",
        "The morning shift is on it…",
        "Busy morning here…",
      ],
      uncommon: [
        "Time for a coffee while you wait…",
        "Not even noon, and already running…",
        "Breakfast is yours, the work is ours…",
        "Working, no alarm clock needed…",
        "A good hour for a fresh idea…",
      ],
      rare: [
        "Fully awake, no coffee required…",
        "Agents are up early, or never slept…",
        "Agents never hit snooze…",
      ],
      legendary: [
        "The day is young, the context is fresh…",
        "Rise and compile…",
        "A morning person, minus the person…",
      ],
    },
    idle: {
      common: ["Good morning, ready when you are"],
      uncommon: ["Coffee first, or start right away?"],
      rare: ["A whole day ahead, ready for a task"],
      legendary: ["The early prompt gets the run"],
    },
  },
  afternoon: {
    working: {
      common: [
        "Good afternoon, working on it…",
        "Working through the afternoon…",
        "Keeping a steady afternoon pace…",
        "The afternoon shift is on it…",
        "Busy afternoon here…",
        "Steady work this afternoon…",
        "Past noon and making use of it…",
        "Making good use of the afternoon…",
      ],
      uncommon: [
        "A good moment for a short walk…",
        "No afternoon slump here…",
        "A good moment to stretch your legs…",
        "A good time for you to take a break…",
        "Agents skip lunch, you should not…",
      ],
      rare: [
        "Immune to the afternoon slump…",
        "A nap was considered and declined…",
        "Powered by electricity, not by lunch…",
      ],
      legendary: [
        "Afternoon hours, full attention…",
        "Noon is over, the run is not…",
        "Sun moving west, cursor moving right…",
      ],
    },
    idle: {
      common: ["Good afternoon, what is next?"],
      uncommon: ["The afternoon is open"],
      rare: ["Room for one more task this afternoon"],
      legendary: ["Afternoon slump? Hand it over"],
    },
  },
  evening: {
    working: {
      common: [
        "Good evening, working on it…",
        "Working into the evening…",
        "Busy evening here…",
        "Evening, and still focused…",
        "The evening shift is on it…",
        "A calm evening's work…",
        "Working while the day winds down…",
        "Making good use of the evening…",
      ],
      uncommon: [
        "Dinner can happen in parallel…",
        "Working late so you can stop early…",
        "The day ends, the run continues…",
        "Evenings are quiet, good for focus…",
        "Put your feet up while this runs…",
      ],
      rare: [
        "Clocking out is not implemented…",
        "Overtime is paid in tokens…",
        "Evening mode: same work, softer lighting…",
      ],
      legendary: [
        "The sun sets, the process does not…",
        "Dinner for you, tokens for me…",
        "Sunset is just the day's teardown step…",
      ],
    },
    idle: {
      common: ["Good evening, ready when you are"],
      uncommon: ["One more task, or call it a day?"],
      rare: ["Ready, but the evening is yours"],
      legendary: ["Save your work, then save your evening"],
    },
  },
  night: {
    working: {
      common: [
        "Working late…",
        "Night shift in progress…",
        "Working through the night…",
        "Working quietly, it is late…",
        "Late hours, full focus…",
        "The night shift is on it…",
        "Busy night here…",
        "It is late, but this is running…",
      ],
      uncommon: [
        "Feel free to sleep while this runs…",
        "Dark outside, busy inside…",
        "Working without a sound…",
        "Results will still be here tomorrow…",
        "No bedtime for agents…",
      ],
      rare: ["Counting tokens instead of sheep…", "Sleep mode is for laptops…", "Quiet hours, busy cursor…"],
      legendary: [
        "The moon is on call tonight…",
        "Night owls welcome, human or not…",
        "Some threads never sleep…",
      ],
    },
    idle: {
      common: ["It is late, but ready if you are"],
      uncommon: ["Sleep is a fine next step, too"],
      rare: ["No run in progress, so sleep well"],
      legendary: ["Good night, whenever you are done"],
    },
  },
  weekend: {
    working: {
      common: [
        "Working over the weekend…",
        "Weekend shift in progress…",
        "Weekend work, weekday care…",
        "Working on it, weekend or not…",
        "Busy weekend here…",
        "The weekend shift is on it…",
        "A quiet weekend run…",
        "Making good use of the weekend…",
      ],
      uncommon: [
        "You can go outside while this runs…",
        "Your weekend, the agent's workday…",
        "A good day for a side project…",
        "You relax, the agent works…",
        "Every day is a workday for a process…",
      ],
      rare: [
        "Agents have no weekend plans…",
        "Out-of-office reply: still working…",
        "Casual dress code, serious code…",
      ],
      legendary: [
        "A weekend is just another enum value…",
        "Weekend waiting is the best waiting…",
        "You take the hammock, I take the task…",
      ],
    },
    idle: {
      common: ["Ready, even on the weekend"],
      uncommon: ["It is the weekend, no hurry"],
      rare: ["Any work today is optional"],
      legendary: ["The backlog can wait until Monday"],
    },
  },
  halloween: {
    working: {
      common: [
        "Nothing scary, just work in progress…",
        "Spooky season, ordinary work…",
        "Costume optional, work in progress…",
        "Working its magic, the usual kind…",
        "Treats for you, tasks for the agent…",
        "No tricks, just work…",
      ],
      uncommon: [
        "Watching out for zombie processes…",
        "Checking the corners for bugs…",
        "No ghosts in this machine so far…",
        "Brave enough for legacy code…",
      ],
      rare: [
        "The scariest part is the waiting…",
        "Dressed up as a progress indicator…",
        "Only deadlines are scary here…",
      ],
      legendary: [
        "Something is moving, probably the agent…",
        "The only thing creeping is the cursor…",
        "The only spirit here is team spirit…",
      ],
    },
    idle: {
      common: ["Ready for tricks, treats, and tasks"],
      uncommon: ["Quiet here, almost too quiet"],
      rare: ["Not haunted, just idle"],
      legendary: ["The cursor blinks like a ghost"],
    },
  },
  christmas: {
    working: {
      common: [
        "Working through the holiday season…",
        "Busy as a gift wrapper in December…",
        "Wrapping up December, step by step…",
        "Late December, steady work…",
        "Working while you celebrate or rest…",
        "Season's greetings, working on it…",
      ],
      uncommon: [
        "The best surprises take some waiting…",
        "Your wish list is being worked on…",
        "Unwrapping takes a while, so does this…",
        "Fueled by tokens, not by cookies…",
      ],
      rare: [
        "Still wrapping, do not shake the box…",
        "Holidays are a feature for humans…",
        "Good things need wrapping time…",
      ],
      legendary: [
        "Calm outside, async inside…",
        "Elves were not available, agents were…",
        "No peeking, this is still being wrapped…",
      ],
    },
    idle: {
      common: ["Season's greetings, ready for you"],
      uncommon: ["Ready, but enjoy the season first"],
      rare: ["One more wish for the list?"],
      legendary: ["Nothing to unwrap at the moment"],
    },
  },
  newYear: {
    working: {
      common: [
        "Working into the new year…",
        "Working around the turn of the year…",
        "New calendar, same careful work…",
        "Happy New Year, working on it…",
        "Steady work, whatever the year…",
        "Fresh calendar, busy agent…",
      ],
      uncommon: [
        "New Year's resolution: readable code…",
        "Counting tokens, not down to midnight…",
        "Double-checking what year it is…",
        "Resolutions first, refactoring second…",
      ],
      rare: [
        "Year rollover: expecting no overflow…",
        "Resolution: wait without refreshing…",
        "Fireworks optional, logs included…",
      ],
      legendary: [
        "Patience: a resolution you can keep now…",
        "Counting seconds is seasonal work…",
        "New year, new tokens…",
      ],
    },
    idle: {
      common: ["Happy New Year, ready when you are"],
      uncommon: ["Ready for the year's good ideas"],
      rare: ["Resolutions accepted at the prompt"],
      legendary: ["New year, new ideas welcome"],
    },
  },
  valentine: {
    working: {
      common: [
        "Working on it with care…",
        "Putting some heart into it…",
        "Giving your request some love…",
        "A little extra care today…",
        "Warm regards, still working…",
        "Working with extra kindness today…",
      ],
      uncommon: [
        "Every bracket finds its match today…",
        "Kind words for the compiler…",
        "You and this prompt are a good match…",
        "Roses are red, this run is in progress…",
      ],
      rare: [
        "Committed to your request…",
        "A strongly typed labor of love…",
        "Keeping promises, one await at a time…",
      ],
      legendary: [
        "Waiting together is half the fun…",
        "Patience is a love language…",
        "Thank you for waiting, with affection…",
      ],
    },
    idle: {
      common: ["Ready, and happy to see you"],
      uncommon: ["Looking for the right prompt"],
      rare: ["Single-threaded and available"],
      legendary: ["Ready to pair up"],
    },
  },
};
