/**
 * The gateway's deadline as it is by default. Who asks a service that is killed waits for all of it, and a client has to wait
 * longer than the gateway to be told.
 */
export const deadlineInEarnest = { OPERATION_DEADLINE_MS: '4000' };
