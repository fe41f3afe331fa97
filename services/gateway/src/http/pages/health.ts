import { programVersion, ServiceError } from '@svc/contracts';
import type { GatewayHandler } from '../request-state.ts';
import { sendJson } from '../send-reply.ts';

/**
 * Answers `GET /health`: 200 while this gateway can serve requests.
 * @throws ServiceError `service_unavailable` while it cannot; the reasons are in `/readyz`, for operators.
 */
export function answerHealth(check: () => Promise<void>): GatewayHandler {
  return async (_request, response) => {
    response.locals.state.route = '/health';
    await check().catch((cause: unknown) => {
      throw new ServiceError('service_unavailable', 'The gateway cannot reach the services.', {
        cause,
      });
    });
    sendJson(response, { status: 'ok', version: programVersion });
  };
}
