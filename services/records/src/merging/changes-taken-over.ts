import type { PostType } from '../post-types/post-type.ts';
import { keepingOf } from '../reading/stored-value.ts';
import type { RecordDocument } from '../store/record-document.ts';
import type { FieldChange } from '../writing/parse-request.ts';

/** What the record that goes on gets of the other one's several values, in the fields that the client chose no values for. */
export function changesTakenOver(
  { primary, archiving }: { primary: RecordDocument; archiving: RecordDocument },
  { postType, chosen }: { postType: PostType; chosen: ReadonlySet<string> },
): FieldChange[] {
  const fields = [...postType.fields.values()].filter((field) => keepingOf(field) === 'record');
  // Who changes other fields comes after them: then there is nothing left to change.
  const inOrder = fields.sort((one, other) => Number(!!one.type.follows) - Number(!!other.type.follows));
  return inOrder.flatMap((field) => {
    const given = archiving.fields[field.key];
    if (given === undefined || chosen.has(field.key) || !field.type.takeOver) return [];
    return { field, change: field.type.takeOver(given, primary.fields[field.key], field) };
  });
}
