import { Choices } from '@svc/demo';

export interface IdSteps {
  records: number;
  activity: number;
  comments: number;
}

const hour = 3_600_000;
const hoursBetweenFamilies = 8;

export type Difference = ReturnType<typeof difference>;

/** The changes of a family against the first one, which has number 0. */
export function difference({
  family,
  steps,
  userIds,
}: {
  family: number;
  steps: IdSteps;
  userIds: readonly number[];
}) {
  const digits = otherDigits(new Choices(family));
  const earlier = family * hoursBetweenFamilies * hour;
  return {
    recordId: (id: number) => id + family * steps.records,
    activityId: (id: number) => id + family * steps.activity,
    commentId: (id: number) => id + family * steps.comments,
    /** Replaces each digit of a channel text by another. Values derived from the text change in the same way. */
    digits: (text: string) => text.replaceAll(/[0-8]/g, (digit) => digits[Number(digit)] as string),
    date: (date: Date) => new Date(date.getTime() - earlier),
    seconds: (time: number) => time - earlier / 1000,
    /** The users with whom the copy of a record is shared; some copies have one more. */
    sharedWith(users: readonly number[], id: number): number[] {
      const another = (id + family) % 7 === 0 ? userIds[(id * 31 + family * 17) % userIds.length] : undefined;
      return another === undefined || users.includes(another) ? [...users] : [...users, another];
    },
  };
}

/** A random order of the digits 0 to 8; 9, with which every telephone number begins, stays. */
function otherDigits(choices: Choices): string[] {
  return choices.several(['0', '1', '2', '3', '4', '5', '6', '7', '8'], 9);
}
