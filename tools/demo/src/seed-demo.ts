import { usersAdminList, usersCreate } from '@svc/contracts';
import { inBatches, type BusConfig } from '@svc/service-kit';
import { asAdmin, type AdminCaller } from './admin-caller.ts';
import { Choices } from './choices.ts';
import { createBatch, logIn } from './create-batch.ts';
import { remarks } from './sample-names.ts';
import { sampleContact, sampleGroup } from './sample-records.ts';

/** One demo user per built-in role: the user name is the role's key. */
export const demoUsers: Readonly<Record<string, string>> = {
  administrator: 'Ada Administrator',
  dt_admin: 'Dario Admin',
  dispatcher: 'Dina Dispatcher',
  multiplier: 'Mona Multiplier',
  user_manager: 'Uma Manager',
  strategist: 'Stan Strategist',
  partner: 'Pia Partner',
  marketer: 'Marc Marketer',
  registered: 'Rita Registered',
};

/** The demo data that exists: the ids of the batches that were created. A later call continues after them. */
export interface DemoProgress {
  readonly contacts: readonly (readonly number[])[];
  readonly groups: readonly (readonly number[])[];
}

interface DemoRequest {
  readonly bus: BusConfig;
  /** The key file of the identity `admin`. */
  readonly keyringFile: string;
  readonly api: {
    /** For example `http://127.0.0.1:8080/wp-json`. */
    readonly url: string;
    /** The first of NAMESPACE_PREFIXES. */
    readonly namespacePrefix: string;
  };
  readonly password: string;
  readonly report: (line: string) => void;
  /** The stored progress; undefined when the installation was never filled. */
  readonly progress: DemoProgress | undefined;
  readonly storeProgress: (progress: DemoProgress) => void;
}

const contactCount = 300;
const groupCount = 30;
const recordCount = contactCount + groupCount;
const batchSize = 100;

/**
 * Fills an empty installation with one user per role, and over the HTTP API with contacts, groups and comments, or continues where an
 * interrupted call ended. Returns whether the demo data is there: false for an installation with users of its own.
 * @throws Error when a record is refused, or the service does not accept it for two minutes.
 */
export async function seedDemo(request: DemoRequest): Promise<boolean> {
  const { report, storeProgress } = request;
  let progress = request.progress;
  if (progress && countRecords(progress) === recordCount) return true;
  const ids = await asAdmin(request, async (admin) => {
    const { users } = await admin(usersAdminList, {});
    if (users.length > 0 && !progress) return undefined;
    progress ??= { contacts: [], groups: [] };
    storeProgress(progress);
    return createMissingUsers(
      admin,
      new Map(users.map(({ username, id }) => [username, id])),
      request.password,
    );
  });
  if (!ids || !progress) return false;
  report(`Created ${ids.size} demo users`);
  await createRecords(request, progress, ids);
  return true;
}

async function createMissingUsers(
  admin: AdminCaller,
  existing: ReadonlyMap<string, number>,
  password: string,
): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (const [role, displayName] of Object.entries(demoUsers)) {
    const account = { username: role, email: `${role}@demo.example`, password };
    const create = () => admin(usersCreate, { ...account, display_name: displayName, roles: [role] });
    ids.set(role, existing.get(role) ?? (await create()).id);
  }
  return ids;
}

async function createRecords(
  { api, password, report, storeProgress }: DemoRequest,
  progress: DemoProgress,
  users: ReadonlyMap<string, number>,
): Promise<void> {
  const token = await logIn(api.url, { username: 'dispatcher', password });
  const assignees = ['multiplier', 'multiplier', 'dispatcher', 'partner', 'marketer'].map(
    (role) => users.get(role) ?? 0,
  );
  const choices = new Choices(20_231);
  let current = progress;
  const createMissing = async (kind: keyof DemoProgress, records: readonly object[]) => {
    const batches = inBatches(records, batchSize);
    for (const batch of batches.slice(current[kind].length)) {
      // Hundreds of notifications of assignments would hide every other one.
      const url = `${api.url}/${api.namespacePrefix}-posts/v2/${kind}/batch?silent=true`;
      const ids = await createBatch(url, token, batch);
      current = { ...current, [kind]: [...current[kind], ids] };
      storeProgress(current);
      report(`Created ${countRecords(current)} of ${recordCount} demo records`);
    }
    return current[kind].flat();
  };
  const contacts = Array.from({ length: contactCount }, () => withRemark(sampleContact(choices, assignees)));
  const contactIds = await createMissing('contacts', contacts);
  const groups = Array.from({ length: groupCount }, () =>
    withRemark(sampleGroup(choices, assignees, contactIds)),
  );
  await createMissing('groups', groups);
}

function countRecords({ contacts, groups }: DemoProgress): number {
  return contacts.flat().length + groups.flat().length;
}

/** Gives one record in four a comment, chosen by the content of the record. */
function withRemark(fields: Record<string, unknown>): Record<string, unknown> {
  const choices = new Choices(JSON.stringify(fields).length);
  return choices.below(4) === 0 ? { ...fields, notes: [choices.one(remarks)] } : fields;
}
