/** Lines with queries, values of documents or both: those of components that execute operations, and errors about unique indexes. */
const HAS_VALUES = /"c":"(?:COMMAND|WRITE|QUERY|TXN)"|dup key:/;
/** The attributes of a failed operation begin with its error; the code and its name contain no value. */
const FAILURE = /,"attr":\{((?:"operation":"[A-Za-z]+",)?"error":\{"code":\d+,"codeName":"[A-Za-z]+").*$/;
const ATTRIBUTES = /,"attr":.*$/;

/** A line of mongod's log without values from documents and queries. deploy/k8s/overlays/single-node/mongod.sh has the same rules for sed. */
export function redactMongodLog(line: string): string {
  if (!HAS_VALUES.test(line)) return line;
  return FAILURE.test(line) ? line.replace(FAILURE, ',"attr":{$1}}}') : line.replace(ATTRIBUTES, '}');
}
