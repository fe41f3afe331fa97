import type { Dialect } from '@svc/contracts';
import type { Coercion } from './coercions.ts';
import type { Sent } from './sent.ts';

/** The parts of a request in which clients send parameters. */
export type Part = 'query' | 'body';

/** A parameter of the query or the body. */
export interface Parameter {
  readonly from: 'parameter';
  readonly part: Part;
  /** The name under which clients send it. */
  readonly name: string;
  readonly coercion?: Coercion;
}

/** All parameters of a part, except those that other inputs of the endpoint take. */
export interface WholePart {
  readonly from: 'whole';
  readonly part: Part;
}

/** The first of several places that has a value, otherwise the last of them. */
export interface FirstOf {
  readonly from: 'first';
  readonly of: readonly (Parameter | WholePart)[];
}

/** A value of the path. */
interface PathValue {
  readonly from: 'path';
  readonly name: string;
}

interface Constant {
  readonly from: 'constant';
  readonly value: unknown;
}

/** The circumstances of a request. Clients send `ifMatch` as a header; the gateway determines the others. */
type Circumstance = 'dialect' | 'ifMatch' | 'publicUrl' | 'address' | 'isSecure' | 'origin' | 'userAgent';

interface Context {
  readonly from: 'context';
  readonly of: Circumstance;
}

/** An input that the gateway adds after the row was read. */
interface AddedLater {
  readonly from: 'gateway';
}

/** Where the gateway finds the value of an input. */
export type Source = Parameter | WholePart | FirstOf | PathValue | Constant | Context | AddedLater;

declare const valueType: unique symbol;

/** Carries the type that a source has as an input. */
interface Typed<Value> {
  readonly [valueType]?: Value;
}

/** Where the gateway finds the value of an input of this type. */
export type SourceOf<Value> = Source & Typed<Value>;

/** The inputs of an operation, by name. */
export type Sources = Readonly<Record<string, Source>>;

/** A parameter of the query. */
export function inQuery<Value = Sent>(name: string, coercion?: Coercion<Value>): Parameter & Typed<Value> {
  return parameter('query', name, coercion);
}

/** A parameter of the body. */
export function inBody<Value = Sent>(name: string, coercion?: Coercion<Value>): Parameter & Typed<Value> {
  return parameter('body', name, coercion);
}

function parameter<Value>(part: Part, name: string, coercion?: Coercion<Value>): Parameter & Typed<Value> {
  return { from: 'parameter', part, name, ...(coercion && { coercion }) };
}

/** Parameters of the query that have the names of inputs. */
export function fromQuery<Name extends string>(...names: readonly Name[]) {
  return sameNamed(names, inQuery);
}

/** Parameters of the body that have the names of inputs. */
export function fromBody<Name extends string>(...names: readonly Name[]) {
  return sameNamed(names, inBody);
}

type FromPart = typeof inQuery;

function sameNamed<Name extends string>(names: readonly Name[], from: FromPart) {
  return Object.fromEntries(names.map((name) => [name, from(name)])) as Record<Name, SourceOf<Sent>>;
}

/** All parameters of the query, except those that other inputs of the endpoint take. */
export const wholeQuery: WholePart & Typed<Sent> = { from: 'whole', part: 'query' };

/** All values of the body, except those that other inputs of the endpoint take. */
export const wholeBody: WholePart & Typed<Sent> = { from: 'whole', part: 'body' };

/** The first of these that the client sent: a value other than null, or a part with values. */
export function firstOf<Value>(
  ...of: readonly ((Parameter | WholePart) & Typed<Value>)[]
): FirstOf & Typed<Value> {
  return { from: 'first', of };
}

/** A value of the path under another name. Those with the name of an input need no declaration. */
export function inPath<const Name extends string>(name: Name): PathValue & Typed<PathNamed<Name>> {
  return { from: 'path', name };
}

declare const pathName: unique symbol;

/** Stands for the value of the path with this name, whose type the path has. */
export interface PathNamed<Name extends string> {
  readonly [pathName]: Name;
}

/** The same value for every request. */
export function constant<const Value>(value: Value): SourceOf<Value> {
  return { from: 'constant', value };
}

/** The API whose rules the request follows, by the prefix of its path. */
export const theDialect: SourceOf<Dialect> = { from: 'context', of: 'dialect' };

/** The record versions in the header `If-Match`. */
export const ifMatch: SourceOf<number[] | undefined> = { from: 'context', of: 'ifMatch' };

/** The public address of the service. */
export const publicUrl: SourceOf<string> = { from: 'context', of: 'publicUrl' };

/** The network address of the client. */
export const clientAddress: SourceOf<string> = { from: 'context', of: 'address' };

/** Whether the request came over HTTPS, or may come without. */
export const isSecure: SourceOf<boolean> = { from: 'context', of: 'isSecure' };

/** The network address and the user agent of the client. */
export const clientOrigin: SourceOf<{ ip: string; user_agent: string }> = { from: 'context', of: 'origin' };

/** The user agent of the client; empty without one. */
export const userAgent: SourceOf<string> = { from: 'context', of: 'userAgent' };

/** Added by the handler of the endpoint, while it receives files. */
export const addedLater: SourceOf<undefined> = { from: 'gateway' };
