import { commonSettings, type Settings } from '@svc/service-kit';
import { commentsSettings } from '@svc/comments/settings';
import { gatewaySettings } from '@svc/gateway/settings';
import { recordsSettings } from '@svc/records/settings';
import { searchSettings } from '@svc/search/settings';
import { usersSettings } from '@svc/users/settings';

export const serviceSettings: Readonly<Record<string, Settings>> = {
  gateway: { ...commonSettings, ...gatewaySettings },
  records: { ...commonSettings, ...recordsSettings },
  comments: { ...commonSettings, ...commentsSettings },
  users: { ...commonSettings, ...usersSettings },
  search: { ...commonSettings, ...searchSettings },
};
