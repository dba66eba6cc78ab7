import { queryOptions } from '@tanstack/react-query';
import { countActivity, getActivity, listActivity } from '@wayside/contract/activity';
import { ACTIVITY_LIST } from '@wayside/contract/lists';
import { call } from '../../lib/api.ts';
import { readRecord } from '../../lib/read-record.ts';
import { listQueries } from '../../list/list-queries.ts';

export const activity = listQueries(ACTIVITY_LIST, { key: 'activity', list: listActivity, count: countActivity });

export function activityRowQuery(id: string) {
  return queryOptions({
    queryKey: ['activity-row', id],
    queryFn: ({ signal }) => readRecord(() => call(getActivity, { params: { id }, signal })),
  });
}
