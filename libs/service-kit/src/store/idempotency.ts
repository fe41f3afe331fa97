import { createHmac, hkdfSync } from 'node:crypto';
import type { Connection, Model } from 'mongoose';
import { ServiceError, type Actor } from '@svc/contracts';
import type {
  IdempotencyClaim,
  KeptAnswers,
  RepeatedAnswer,
  WriteRequest,
} from '../bus/idempotency-claim.ts';
import { seal, unseal } from '../signing/seal.ts';
import { storedModel } from './stored-model.ts';

/** How long an answer is stored for repeats, in seconds. */
const keptSeconds = 24 * 60 * 60;

/** A stored answer for repeats. It may contain a secret that was shown once, so a copy of the database must not show it. */
interface KeptAnswer {
  readonly _id: string;
  readonly requestHash: string;
  /** The answer as JSON, encrypted. */
  readonly sealed?: string;
  /** The same without encryption, in documents of earlier versions; they expire a day after an update. */
  readonly answer?: string;
  /** The version of the record that it shows, if it shows one. */
  readonly version?: number;
  readonly createdAt: Date;
}

/** Stores the answers of repeatable writes, each in the transaction of its write. */
export class IdempotencyKeys implements KeptAnswers {
  readonly model: Model<KeptAnswer>;
  readonly #secret: Uint8Array;
  readonly #key: Buffer;

  constructor(connection: Connection, secret: Uint8Array) {
    this.model = storedModel<KeptAnswer>(connection, 'idempotency', [
      { createdAt: 1 },
      { expireAfterSeconds: keptSeconds },
    ]);
    this.#secret = secret;
    this.#key = Buffer.from(hkdfSync('sha256', secret, '', 'idempotency answers', 32));
  }

  claimOf(request: WriteRequest): IdempotencyClaim | undefined {
    if (!request.key || request.operation.kind !== 'write') return undefined;
    return {
      id: `${nameOf(request.actor)}/${request.operation.name}/${request.key}`,
      requestHash: this.#hashOf(request.input, request.operation.incidental ?? []),
    };
  }

  /** The document that keeps an answer for repeats of its write. */
  keptAnswer({ id, requestHash }: IdempotencyClaim, { answer, version }: RepeatedAnswer): KeptAnswer {
    return {
      _id: id,
      requestHash,
      sealed: seal(answer, this.#key, id),
      ...(version !== undefined && { version }),
      createdAt: new Date(),
    };
  }

  async find(claim: IdempotencyClaim): Promise<RepeatedAnswer | undefined> {
    const [answer] = await this.findAll([claim]);
    return answer;
  }

  /** Returns the answers under these claims, in their order. @throws like `find` */
  async findAll(claims: readonly IdempotencyClaim[]): Promise<(RepeatedAnswer | undefined)[]> {
    const found = await this.model.find({ _id: { $in: claims.map(({ id }) => id) } }).lean();
    const kept = new Map(found.map((each) => [each._id, each]));
    return claims.map(({ id, requestHash }) => {
      const answered = kept.get(id);
      if (!answered || answered.requestHash === requestHash) return answered && this.#open(answered);
      throw new ServiceError(
        'idempotency_key_reused',
        'The Idempotency-Key was already used for another request; send a new key.',
      );
    });
  }

  /** Replaces an answer by a more complete one, after a command of the write has answered. */
  async improve(claim: IdempotencyClaim, answer: string): Promise<void> {
    await this.model.updateOne({ _id: claim.id }, { $set: { sealed: seal(answer, this.#key, claim.id) } });
  }

  #open({ _id: id, sealed, version, ...kept }: KeptAnswer): RepeatedAnswer {
    const answer = sealed === undefined ? kept.answer : unseal(sealed, this.#key, id);
    if (answer === undefined) throw new Error(`the answer kept under ${id} cannot be decrypted`);
    return { answer, ...(version !== undefined && { version }) };
  }

  /** Hashes a request with a key: it may contain a password, which the hash must not help to guess. */
  #hashOf(input: Uint8Array, incidental: readonly string[]): string {
    const hash = createHmac('sha256', this.#secret);
    if (incidental.length === 0) return hash.update(input).digest('hex');
    const content = JSON.parse(Buffer.from(input).toString('utf8')) as Record<string, unknown>;
    const kept = Object.entries(content).filter(([key]) => !incidental.includes(key));
    return hash.update(JSON.stringify(kept)).digest('hex');
  }
}

/** Quotes a part of the id, so that no display name can be mistaken for another one with a part of the key. */
function nameOf({ kind, userId, siteLinkId, displayName, email }: Actor): string {
  if (siteLinkId !== undefined) return `site_link ${siteLinkId}`;
  return kind === 'user' ? `user ${userId}` : `${kind} ${JSON.stringify([displayName, email])}`;
}
