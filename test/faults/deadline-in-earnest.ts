/**
 * The default deadline of the gateway. A request to a killed service takes the whole deadline, and its client must wait longer than the gateway to
 * get an answer.
 */
export const deadlineInEarnest = { OPERATION_DEADLINE_MS: '4000' };
