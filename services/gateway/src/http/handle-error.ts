import { msg, ServiceError } from '@svc/contracts';
import type { TranslatorFor } from '@svc/language';
import { errorReply } from '@svc/service-kit';
import { localeOf } from './locale-of.ts';
import type { GatewayErrorHandler } from './request-state.ts';
import { sendReply } from './send-reply.ts';

/** The last step: sends an error thrown by any step in the common error shape, in the caller's language. */
export function handleError(translatorFor: TranslatorFor): GatewayErrorHandler {
  return (error: unknown, request, response, next) => {
    if (response.headersSent) return next(error);
    const known: ServiceError | undefined = error instanceof ServiceError ? error : fromExpress(error);
    if (!known) response.locals.state.log.error({ err: error }, 'request failed');
    const translate = translatorFor(localeOf(request, response));
    sendReply(response, errorReply(known ?? unknownError(), translate));
  };
}

function unknownError(): ServiceError {
  return new ServiceError(
    'internal_error',
    'The service failed to handle the request. Report the X-Request-Id of this answer: the log has the details under it.',
  );
}

/** Translates the errors of express and its body reader; undefined for an unknown error. */
function fromExpress(error: unknown): ServiceError | undefined {
  const { status, type } = error as { status?: unknown; type?: unknown };
  if (status === 413)
    return new ServiceError('request_too_large', 'The request body is larger than the maximum of 1 MB.');
  if (status === 415) {
    const message =
      'The Content-Encoding of the request body is not supported; send the body uncompressed or as gzip.';
    return new ServiceError('unsupported_media_type', message);
  }
  if (type === 'request.aborted')
    return new ServiceError('rest_invalid_param', 'The request body ended before it was complete.');
  if (status === 400 && error instanceof Error) {
    return new ServiceError('rest_invalid_param', msg`The request body is invalid: ${error.message}`);
  }
  return undefined;
}
