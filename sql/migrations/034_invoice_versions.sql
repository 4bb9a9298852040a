-- The version also counts changes of status and late fees, which actions that can't be undone have to know.
comment on column corkboard.invoices.version is
  'Counts edits of a draft, changes of status and late fees, so that an action on an older version is rejected.';
