import { commonSettings, type Settings } from '@svc/service-kit';
import { commentsSettings } from '../../../services/comments/src/config.ts';
import { gatewaySettings } from '../../../services/gateway/src/config.ts';
import { recordsSettings } from '../../../services/records/src/config.ts';
import { searchSettings } from '../../../services/search/src/config.ts';
import { usersSettings } from '../../../services/users/src/config.ts';

export const serviceSettings: Readonly<Record<string, Settings>> = {
  gateway: { ...commonSettings, ...gatewaySettings },
  records: { ...commonSettings, ...recordsSettings },
  comments: { ...commonSettings, ...commentsSettings },
  users: { ...commonSettings, ...usersSettings },
  search: { ...commonSettings, ...searchSettings },
};
