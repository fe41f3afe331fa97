/** An edit of a value in a component, with its results. */
export interface Edit {
  type: string;
  component: string;
  postType: 'contacts' | 'groups';
  field: string;
  steps: readonly EditStep[];
}

interface EditStep {
  newValue: unknown;
  /** The value in the record afterwards; undefined if there is none. */
  read: unknown;
  notes: readonly string[];
  /** What the component says that it was before. Default: the new value of the step before; null for nothing. */
  oldValue?: unknown;
}

/** Users and records that edits name, known only when the test runs. */
interface EditSubjects {
  colleague: { id: number; displayName: string };
}

const phone = (value: string) => [{ verified: false, value, key: 'mobile' }];
const bible = 'milestone_has_bible';
const belief = 'milestone_belief';

const edit = (
  type: string,
  component: string,
  [postType, field]: readonly ['contacts' | 'groups', string],
  ...steps: EditStep[]
): Edit => ({ type, component, postType, field, steps });

const step = (newValue: unknown, read: unknown, notes: string[], oldValue?: unknown): EditStep => ({
  newValue,
  read,
  notes,
  ...(oldValue !== undefined && { oldValue }),
});

/** An edit for every field type and each of its components. */
export const editsFor = ({ colleague: { id, displayName } }: EditSubjects): readonly Edit[] => [
  edit(
    'text',
    'dt-text',
    ['contacts', 'nickname'],
    step('Bobby', 'Bobby', ['Nickname changed to Bobby']),
    step('Боб', 'Боб', ['Nickname changed to Боб']),
    step('', '', []),
  ),
  edit('text', 'dt-text', ['groups', 'name'], step('North', 'North', ['Name changed to North'])),
  edit(
    'textarea',
    'dt-textarea',
    ['contacts', 'x_story'],
    step('First line\nSecond "line"', 'First line\nSecond "line"', [
      'Story changed to First line Second "line"',
    ]),
  ),
  edit('number', 'dt-number', ['contacts', 'x_rating'], step('4', 4, ['Rating: 4'])),
  edit(
    'boolean',
    'dt-toggle',
    ['contacts', 'requires_update'],
    step(true, true, ['Requires Update: Yes']),
    step(false, false, ['Requires Update: No']),
  ),
  edit(
    'key_select',
    'dt-single-select',
    ['contacts', 'overall_status'],
    step('paused', { key: 'paused', label: 'Paused' }, ['Contact Status: Paused']),
  ),
  edit(
    'multi_select',
    'dt-multi-select',
    ['contacts', 'milestones'],
    step(
      [bible, belief],
      [bible, belief],
      ['Has Bible added to Faith Milestones', 'States Belief added to Faith Milestones'],
    ),
    step([bible, `-${belief}`], [bible], ['States Belief removed from Faith Milestones']),
  ),
  edit(
    'multi_select',
    'dt-multi-select-button-group',
    ['groups', 'health_metrics'],
    step(['church_giving'], ['church_giving'], ['Giving added to Church Health']),
  ),
  edit(
    'tags',
    'dt-tags',
    ['contacts', 'tags'],
    step(['new here', 'друг'], ['new here', 'друг'], ['new here added to Tags', 'друг added to Tags']),
    step(['-new here', 'друг'], ['друг'], ['new here removed from Tags']),
  ),
  edit(
    'date',
    'dt-date',
    ['contacts', 'baptism_date'],
    step('2024-01-02', { timestamp: '1704153600', formatted: '2024-01-02' }, ['Baptism Date: {1704153600}']),
    step('', undefined, ['Baptism Date removed']),
  ),
  edit(
    'datetime',
    'dt-datetime',
    ['contacts', 'x_appointment'],
    step(1_704_153_600, { timestamp: '1704153600', formatted: '2024-01-02 00:00:00' }, [
      'Appointment: {1704153600}',
    ]),
  ),
  edit(
    'communication_channel',
    'dt-multi-text',
    ['contacts', 'contact_phone'],
    step([{ tempKey: 'new', value: '123', key: 'mobile' }], phone('123'), ['Added Phone: 123']),
    step(phone('456'), phone('456'), ['Updated Phone from 123 to 456'], phone('123')),
    step([{ ...phone('456')[0], delete: true }], undefined, ['Deleted Phone: 456']),
  ),
  edit(
    'user_select',
    'dt-users-connection',
    ['contacts', 'assigned_to'],
    step(
      [{ id, label: displayName }],
      { id: String(id), type: 'user', display: displayName, 'assigned-to': `user-${id}` },
      [`Assigned To: ${displayName}`],
    ),
  ),
];
