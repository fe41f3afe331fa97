// Runs jest on a tier of suites (jest.config.mjs): with --fast those without servers of their own, with --long the long ones, with --all every suite
// once, otherwise all but the long ones. Other arguments are jest's.
import { run } from 'jest';

const tiers = { '--fast': 'fast', '--long': 'long', '--all': 'all' };
const args = process.argv.slice(2);
process.env.TEST_TIER = args.map((arg) => tiers[arg]).find(Boolean) ?? 'stack';

await run(args.filter((arg) => !(arg in tiers)));
