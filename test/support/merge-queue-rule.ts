/** A queue that merges each pull request alone, squashed, as soon as its checks are green. */
export const MERGE_QUEUE_RULE = {
  type: "merge_queue",
  parameters: {
    merge_method: "SQUASH",
    check_response_timeout_minutes: 60,
    grouping_strategy: "ALLGREEN",
    max_entries_to_build: 5,
    max_entries_to_merge: 5,
    min_entries_to_merge: 1,
    min_entries_to_merge_wait_minutes: 0,
  },
} as const;
