-- Under the lock of the workspace, so that all that was recorded before is there to be read, and what is recorded afterwards is
-- later.
create or replace function corkboard.begin_books_export(p_workspace uuid) returns timestamptz
language plpgsql
as $$
begin
  perform corkboard.lock_workspace(p_workspace);
  return clock_timestamp();
end
$$;
comment on function corkboard.begin_books_export(uuid) is
  'The moment up to which a file for the books has what was recorded. Rejects with not_found.';
