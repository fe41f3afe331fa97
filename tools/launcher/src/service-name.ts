export const SERVICE_NAMES = ['gateway', 'records', 'comments', 'users', 'search'] as const;

export type ServiceName = (typeof SERVICE_NAMES)[number];
