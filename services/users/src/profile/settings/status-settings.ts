import { workloadKeys } from '../workload.ts';
import { textSetting } from './text-setting.ts';
import type { Setting } from './setting.ts';

const userStatus = textSetting({
  key: 'user_status',
  longest: 60,
  change: (userStatus) => ({ settings: { userStatus } }),
});

const workload = textSetting({
  key: 'workload_status',
  longest: 60,
  among: workloadKeys,
  change: (workload) => ({ settings: { workload } }),
});

/** How a user is doing, and how much there is to do. The same workload again answers `false`. */
export const statusSettings: readonly Setting[] = [
  userStatus,
  {
    ...workload,
    async read(value, context) {
      const effect = await workload.read(value, context);
      return 'problem' in effect ? effect : { ...effect, answer: (user, before) => user !== before };
    },
  },
];
