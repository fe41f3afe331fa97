import type { Request } from 'express';
import { errorCatalogue } from '@svc/contracts';
import { errorOfReply, type Reply } from '@svc/service-kit';

/** The media type of errors by RFC 9457. */
export const problemMediaType = 'application/problem+json';

/** Whether a client accepts problem details by name. Clients that accept anything get the error shape of this API. */
export function acceptsProblems(request: Pick<Request, 'accepts'>): boolean {
  return request.accepts().includes(problemMediaType);
}

/** The error of a reply as problem details, with the members of this API's own shape (docs/reference/errors.md). */
export function problemDetails(reply: Reply): Buffer {
  const error = errorOfReply(reply);
  const { code, message, data } = error.toBody();
  const problem = {
    type: `/docs/reference/errors.md#${code}`,
    title: errorCatalogue[error.code].meaning.replaceAll('`', ''),
    status: error.status,
    detail: message,
    code,
    message,
    data,
  };
  return Buffer.from(JSON.stringify(problem));
}
