/** Messages about selections and jobs. */
export const JOBS_SENTENCES = {
  job_ended: 'This job has already ended.',
  job_running: 'This job is still running. Cancel it first.',
  job_changed_nothing: 'This job changed nothing.',
  job_taken_back: 'This job has already been undone.',
  ids_unless_all: 'is required unless `all` is true',
  ids_of_records: 'must be ids of records',
  too_many_rows_selected: 'More than {most} rows are selected. Narrow the list by a search or a filter.',
  selection_count_changed: [
    '{count} matches now, not {seen}. Nothing was started.',
    '{count} match now, not {seen}. Nothing was started.',
  ],
  nobody_selected: 'No one is selected.',
  key_of_another_job: 'Another job was started with this key.',
} as const;
