/** A wrong declaration of an extension, and the only mistake that is reported for it. */
export type MistakenRow = readonly [declared: unknown, mistake: string];

export const extension = (more: object) => ({ name: 'trainings', version: '1.0.0', ...more });
export const visits = { label_singular: 'Visit', label_plural: 'Visits' };
export const withField = (definition: unknown, key = 'x') =>
  extension({ fields: { contacts: Object.fromEntries([[key, definition]]) } });
