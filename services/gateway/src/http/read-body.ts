import express from 'express';
import { Deadline } from '@svc/service-kit';
import { bodyLimit } from '../config.ts';
import { parseBody } from './parse-body.ts';
import type { GatewayHandler } from './request-state.ts';

/**
 * Two steps that put the values of a request's body into `request.body`. The time the client takes to send it is not taken
 * from the time the services have.
 */
export function readBody(): GatewayHandler[] {
  const readBytes: GatewayHandler = express.raw({ type: () => true, limit: bodyLimit });
  return [
    (request, response, next) => {
      const begun = Date.now();
      readBytes(request, response, (error?: unknown) => {
        const { state } = response.locals;
        state.deadline = new Deadline(state.deadline.at + Date.now() - begun);
        next(error);
      });
    },
    (request, _response, next) => {
      const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      request.body = parseBody(request.headers['content-type'], bytes);
      next();
    },
  ];
}
