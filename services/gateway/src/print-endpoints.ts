import { loadConfig } from '@svc/service-kit';
import { gatewaySettings } from './config.ts';
import { allEndpoints } from './endpoints/all-endpoints.ts';
import { describeEndpoints } from './endpoints/describe-endpoints.ts';

const { API_ROOT, NAMESPACE_PREFIXES } = gatewaySettings;
const config = loadConfig({ API_ROOT, NAMESPACE_PREFIXES }, process.env);
const [prefix = 'svc', ...others] = config.NAMESPACE_PREFIXES;

console.log(describeEndpoints(allEndpoints, { apiRoot: config.API_ROOT, prefix }));
if (others.length > 0) console.log(`\nThe same with ${others.join(', ')} in place of ${prefix}.`);
