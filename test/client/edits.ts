/** A value that somebody edits in a component, and what comes of it. */
export interface Edit {
  /** The type of the field. */
  type: string;
  component: string;
  postType: 'contacts' | 'groups';
  field: string;
  steps: readonly EditStep[];
}

export interface EditStep {
  what: string;
  /** What the component says that it was before; null for nothing. */
  oldValue?: unknown;
  newValue: unknown;
  /** What the record shows afterwards; undefined where it shows nothing. */
  read: unknown;
  /** The notes of the history that the step adds. */
  notes: readonly string[];
}

/** What edits name that is only known when the test runs. */
export interface EditSubjects {
  colleague: { id: number; displayName: string };
}

const phone = (value: string) => ({ verified: false, value, key: 'mobile' });

/** One for every type of field and every component that edits it. */
export const editsFor = ({ colleague }: EditSubjects): readonly Edit[] => [
  {
    type: 'text',
    component: 'dt-text',
    postType: 'contacts',
    field: 'nickname',
    steps: [
      { what: 'set', newValue: 'Bobby', read: 'Bobby', notes: ['Nickname changed to Bobby'] },
      {
        what: 'changed',
        oldValue: 'Bobby',
        newValue: 'Боб',
        read: 'Боб',
        notes: ['Nickname changed to Боб'],
      },
      { what: 'emptied', oldValue: 'Боб', newValue: '', read: '', notes: [] },
    ],
  },
  {
    type: 'text',
    component: 'dt-text',
    postType: 'groups',
    field: 'name',
    steps: [{ what: 'changed', newValue: 'North', read: 'North', notes: ['Name changed to North'] }],
  },
  {
    type: 'textarea',
    component: 'dt-textarea',
    postType: 'contacts',
    field: 'x_story',
    steps: [
      {
        what: 'set',
        newValue: 'First line\nSecond "line"',
        read: 'First line\nSecond "line"',
        notes: ['Story changed to First line Second "line"'],
      },
    ],
  },
  {
    type: 'number',
    component: 'dt-number',
    postType: 'contacts',
    field: 'x_rating',
    steps: [{ what: 'set', newValue: '4', read: 4, notes: ['Rating: 4'] }],
  },
  {
    type: 'boolean',
    component: 'dt-toggle',
    postType: 'contacts',
    field: 'requires_update',
    steps: [
      { what: 'switched on', newValue: true, read: true, notes: ['Requires Update: Yes'] },
      {
        what: 'switched off',
        oldValue: true,
        newValue: false,
        read: false,
        notes: ['Requires Update: No'],
      },
    ],
  },
  {
    type: 'key_select',
    component: 'dt-single-select',
    postType: 'contacts',
    field: 'overall_status',
    steps: [
      {
        what: 'chosen',
        newValue: 'paused',
        read: { key: 'paused', label: 'Paused' },
        notes: ['Contact Status: Paused'],
      },
    ],
  },
  {
    type: 'multi_select',
    component: 'dt-multi-select',
    postType: 'contacts',
    field: 'milestones',
    steps: [
      {
        what: 'two added',
        newValue: ['milestone_has_bible', 'milestone_belief'],
        read: ['milestone_has_bible', 'milestone_belief'],
        notes: ['Has Bible added to Faith Milestones', 'States Belief added to Faith Milestones'],
      },
      {
        what: 'one removed',
        oldValue: ['milestone_has_bible', 'milestone_belief'],
        newValue: ['milestone_has_bible', '-milestone_belief'],
        read: ['milestone_has_bible'],
        notes: ['States Belief removed from Faith Milestones'],
      },
    ],
  },
  {
    type: 'multi_select',
    component: 'dt-multi-select-button-group',
    postType: 'groups',
    field: 'health_metrics',
    steps: [
      {
        what: 'one pressed',
        newValue: ['church_giving'],
        read: ['church_giving'],
        notes: ['Giving added to Church Health'],
      },
    ],
  },
  {
    type: 'tags',
    component: 'dt-tags',
    postType: 'contacts',
    field: 'tags',
    steps: [
      {
        what: 'two added',
        newValue: ['new here', 'друг'],
        read: ['new here', 'друг'],
        notes: ['new here added to Tags', 'друг added to Tags'],
      },
      {
        what: 'one removed',
        oldValue: ['new here', 'друг'],
        newValue: ['-new here', 'друг'],
        read: ['друг'],
        notes: ['new here removed from Tags'],
      },
    ],
  },
  {
    type: 'date',
    component: 'dt-date',
    postType: 'contacts',
    field: 'baptism_date',
    steps: [
      {
        what: 'set',
        newValue: '2024-01-02',
        read: { timestamp: '1704153600', formatted: '2024-01-02' },
        notes: ['Baptism Date: {1704153600}'],
      },
      {
        what: 'cleared',
        oldValue: '2024-01-02',
        newValue: '',
        read: undefined,
        notes: ['Baptism Date removed'],
      },
    ],
  },
  {
    type: 'datetime',
    component: 'dt-datetime',
    postType: 'contacts',
    field: 'x_appointment',
    steps: [
      {
        what: 'set',
        newValue: 1_704_153_600,
        read: { timestamp: '1704153600', formatted: '2024-01-02 00:00:00' },
        notes: ['Appointment: {1704153600}'],
      },
    ],
  },
  {
    type: 'communication_channel',
    component: 'dt-multi-text',
    postType: 'contacts',
    field: 'contact_phone',
    steps: [
      {
        what: 'added',
        newValue: [{ tempKey: 'new', value: '123', key: 'mobile' }],
        read: [phone('123')],
        notes: ['Added Phone: 123'],
      },
      {
        what: 'changed',
        oldValue: [phone('123')],
        newValue: [phone('456')],
        read: [phone('456')],
        notes: ['Updated Phone from 123 to 456'],
      },
      {
        what: 'deleted',
        oldValue: [phone('456')],
        newValue: [{ ...phone('456'), delete: true }],
        read: undefined,
        notes: ['Deleted Phone: 456'],
      },
    ],
  },
  {
    type: 'user_select',
    component: 'dt-users-connection',
    postType: 'contacts',
    field: 'assigned_to',
    steps: [
      {
        what: 'assigned',
        newValue: [{ id: colleague.id, label: colleague.displayName }],
        read: {
          id: String(colleague.id),
          type: 'user',
          display: colleague.displayName,
          'assigned-to': `user-${colleague.id}`,
        },
        notes: [`Assigned To: ${colleague.displayName}`],
      },
    ],
  },
];
