import { z } from 'zod';

/** Bytes in base64url, as the JSON forms of WebAuthn have them. */
const bytes = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .regex(/^[\w-]*$/);

/** An id of a credential has 1,023 bytes at most. */
const credentialId = bytes(1_364);
const credentialType = z.literal('public-key');
const transports = z.array(z.string().max(30)).max(10);

/** The answer of a passkey to a challenge: `PublicKeyCredential.toJSON()` after `navigator.credentials.get`. */
export const assertionSchema = z.object({
  id: credentialId,
  rawId: credentialId,
  type: credentialType,
  response: z.object({
    clientDataJSON: bytes(8_000),
    authenticatorData: bytes(8_000),
    signature: bytes(2_000),
  }),
});

/** The answer of a passkey to a challenge: see `assertionSchema`. */
export type Assertion = z.infer<typeof assertionSchema>;

/** A new passkey: `PublicKeyCredential.toJSON()` after `navigator.credentials.create`. */
export const attestationSchema = z.object({
  id: credentialId,
  rawId: credentialId,
  type: credentialType,
  response: z.object({
    clientDataJSON: bytes(8_000),
    attestationObject: bytes(20_000),
    transports: transports.optional(),
  }),
});

/** A new passkey: see `attestationSchema`. */
export type Attestation = z.infer<typeof attestationSchema>;

const descriptors = z.array(
  z.object({ id: z.string(), type: credentialType, transports: z.array(z.string()).optional() }),
);

/** The options for `navigator.credentials.create`, as `PublicKeyCredential.parseCreationOptionsFromJSON` takes them. */
export const creationOptionsSchema = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ type: credentialType, alg: z.int() })),
  timeout: z.int(),
  attestation: z.literal('none'),
  authenticatorSelection: z.object({
    residentKey: z.literal('preferred'),
    userVerification: z.literal('preferred'),
  }),
  excludeCredentials: descriptors,
});

/** The options for `navigator.credentials.create`: see `creationOptionsSchema`. */
export type CreationOptions = z.infer<typeof creationOptionsSchema>;

/** The options for `navigator.credentials.get`, in `data.passkey` of a refusal. */
export interface AssertionOptions {
  readonly challenge: string;
  readonly rpId: string;
  readonly timeout: number;
  readonly userVerification: 'preferred';
  readonly allowCredentials: z.infer<typeof descriptors>;
}
