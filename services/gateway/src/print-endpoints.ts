import { loadPathConfig } from './config.ts';
import { allEndpoints } from './endpoints/all-endpoints.ts';
import { describeEndpoints } from './endpoints/describe-endpoints.ts';

const { API_ROOT: apiRoot, NAMESPACE_PREFIXES } = loadPathConfig();
const [prefix = 'svc', ...others] = NAMESPACE_PREFIXES;

console.log(describeEndpoints(allEndpoints, { apiRoot, prefix }));
if (others.length > 0)
  console.log(`\nThe same endpoints are served with ${others.join(', ')} in place of ${prefix}.`);
