// Dates of one day in two calendars: registers of Ethiopia, Egypt, Iran and others write their own years.

/** Year, month and day as written. */
type Written = readonly [year: number, month: number, day: number]

interface Calendar {
  /** The least and the greatest difference of its years from ours. */
  readonly behind: readonly [number, number]
  /** The Julian day of a date. */
  readonly dayOf: (date: Written) => number
  /** Possible days of error: the sight of the moon, a leap year. */
  readonly loose: number
}

/** Thirteen months, twelve of thirty days. */
const egyptian =
  (epoch: number) =>
  ([year, month, day]: Written) =>
    epoch + 365 * (year - 1) + Math.floor(year / 4) + 30 * (month - 1) + day

const gregorian = ([year, month, day]: Written): number => Date.UTC(year, month - 1, day) / 86_400_000 + 2_440_588

/** After Reingold and Dershowitz, Calendrical Calculations (2018): years as far as people live in them. */
const CALENDARS: readonly Calendar[] = [
  // Ethiopian, Coptic, Islamic by its tables, Iranian and Afghan, Thai.
  { behind: [7, 8], dayOf: egyptian(1_724_220), loose: 0 },
  { behind: [283, 284], dayOf: egyptian(1_825_029), loose: 0 },
  {
    behind: [576, 586],
    dayOf: ([year, month, day]) =>
      Math.floor((11 * year + 3) / 30) + 354 * year + 30 * month - Math.floor((month - 1) / 2) + day + 1_948_055,
    loose: 2,
  },
  {
    behind: [621, 622],
    dayOf: ([year, month, day]) =>
      1_948_319 +
      365 * (year - 1) +
      Math.floor((8 * year + 21) / 33) +
      (month <= 7 ? 31 * (month - 1) : 30 * (month - 1) + 6) +
      day,
    loose: 1,
  },
  { behind: [-543, -543], dayOf: ([year, month, day]) => gregorian([year - 543, month, day]), loose: 0 },
]

/** Dates of living people that lie further apart, in years, belong to two eras. */
const ERA = 200

const isBehind = ({ behind: [least, most] }: Calendar, years: number): boolean => years >= least && years <= most

/** May two years be the same year, each written in another era? */
export function areOfTwoEras(a: number, b: number): boolean {
  return Math.abs(a - b) > ERA && CALENDARS.some((calendar) => isBehind(calendar, b - a) || isBehind(calendar, a - b))
}

/** Are two dates one day, each written in another calendar? */
export function areInTwoCalendars(a: Written, b: Written): boolean {
  const gap = Math.abs(a[0] - b[0])
  if (gap !== 7 && gap !== 8 && gap < ERA) return false
  return CALENDARS.some((calendar) => isWrittenIn(calendar, a, b) || isWrittenIn(calendar, b, a))
}

function isWrittenIn(calendar: Calendar, a: Written, b: Written): boolean {
  return isBehind(calendar, b[0] - a[0]) && Math.abs(calendar.dayOf(a) - gregorian(b)) <= calendar.loose
}
