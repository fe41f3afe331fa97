import { inEnglish, ServiceError, msg, type OutputOf, type recordsConvertField } from '@svc/contracts';
import { invalidParam, type Call } from '@svc/service-kit';
import { fieldTypes } from '../fields/index.ts';
import { formOf, type Field } from '../model/field.ts';
import type { PostType } from '../model/post-type.ts';
import type { FormerValue, RecordDocument } from '../model/record.ts';
import { loadOrRefuse } from '../read/load-record.ts';
import { writeTo } from '../revision/record-writes.ts';
import { readLean } from '../store/read-with-deadline.ts';
import { ParsedWrite } from '../write/parsed-write.ts';
import { updateRecord } from '../write/write-record.ts';
import { updating, type WritePorts } from '../write/write-request.ts';

type Converted = OutputOf<typeof recordsConvertField>;
type ConvertCall = Call<{
  readonly post_type: string;
  readonly field: string;
  readonly after: number;
  readonly is_dry_run: boolean;
}>;

/** Records of one call, so that it ends long before its deadline. */
const together = 50;

/** Converts the former values of a field in the next records, each in a write of its own with its history and event. */
export async function convertField(call: ConvertCall, deps: WritePorts): Promise<Converted> {
  const { post_type: key, field: fieldKey, after, is_dry_run: isDryRun } = call.input;
  const postType = deps.postTypes.get(key);
  const field = postType.fields.get(fieldKey);
  if (!field)
    throw invalidParam({
      field: msg`must be one of ${[...postType.fields.keys()].join(', ')}; received ${fieldKey}`,
    });
  const found = await readLean<RecordDocument[]>(
    call,
    deps.records
      .find({ postType: key, 'formerValues.field': fieldKey, _id: { $gt: after } })
      .sort({ _id: 1 })
      .limit(together),
  );
  const converted: number[] = [];
  const refused: { id: number; reason: string }[] = [];
  for (const record of found) {
    const former = (record.formerValues ?? []).find(
      (value) => value.field === fieldKey && value.type !== formOf(field),
    );
    if (!former) continue;
    const reason = await convertValue(call, deps, { postType, field, record, former, isDryRun });
    if (reason === undefined) converted.push(record._id);
    else refused.push({ id: record._id, reason });
  }
  const last = found.length === together ? found.at(-1)?._id : undefined;
  return { converted, refused, ...(last !== undefined && { next: last }) };
}

interface Conversion {
  readonly postType: PostType;
  readonly field: Field;
  readonly record: RecordDocument;
  readonly former: FormerValue;
  readonly isDryRun: boolean;
}

/** Converts the value of one record. Returns why it stays as it is; undefined if it is, or can be, converted. */
async function convertValue(
  call: ConvertCall,
  deps: WritePorts,
  conversion: Conversion,
): Promise<string | undefined> {
  const { postType, field, record, former, isDryRun } = conversion;
  if (record.fields[field.key] !== undefined) return 'the field has a newer value';
  const values = fieldTypes.get(former.type)?.exchange?.plainValues?.(former.value);
  if (!values) return `values of the type ${former.type} cannot be converted`;
  let reason: string | undefined;
  const parsed = new ParsedWrite(call, deps, postType);
  for (const input of inputsFor(field, values)) {
    const { _id: id } = record;
    const fields = { [field.key]: input };
    const { problems } = await parsed.changesOf({ fields, record: { id, connected: {} } });
    const [problem] = problems;
    if (problem) reason ??= inEnglish(problem.message);
    else return isDryRun ? undefined : writeValue(call, deps, { ...conversion, parsed }, input);
  }
  return reason ?? 'there is no value to convert';
}

async function writeValue(
  call: ConvertCall,
  deps: WritePorts,
  { postType, field, record: { _id: id }, former, parsed }: Conversion & { readonly parsed: ParsedWrite },
  input: unknown,
): Promise<string | undefined> {
  const { field: key, type } = former;
  const update = { $pull: { formerValues: { field: key, type } } };
  try {
    const load = () => loadOrRefuse(call, deps, { postType: postType.key, id, action: 'update' });
    const request = {
      postType,
      fields: { [field.key]: input },
      policy: updating({ silent: true }),
      target: { id, load },
      writes: [writeTo(deps, deps.records, { name: 'updateOne', filter: { _id: id }, update })],
    };
    await updateRecord({ ...call, claim: undefined }, deps, request, parsed);
    return undefined;
  } catch (error) {
    if (error instanceof ServiceError && error.status < 500) return error.message;
    throw error;
  }
}

/** The forms in which the values may be written, the likeliest first: an option by its key or label, one value, several values. */
function inputsFor(field: Field, values: readonly (string | number | boolean)[]): unknown[] {
  const written = values.map((value) => optionOf(field, value) ?? value);
  const [only] = written;
  return [
    ...(only !== undefined && written.length === 1 ? [only, String(only)] : []),
    ...(written.length > 0 ? [{ values: written.map((value) => ({ value: String(value) })) }] : []),
  ];
}

/** The option with this label. */
function optionOf({ options }: Field, value: string | number | boolean): string | undefined {
  const wanted = String(value).trim().toLowerCase();
  if (options.has(String(value))) return undefined;
  return [...options].find(([, { label }]) => label.toLowerCase() === wanted)?.[0];
}
