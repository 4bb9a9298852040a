create or replace function corkboard.take_number(p_workspace uuid, p_kind text, p_sequence integer) returns text
language plpgsql
as $$
declare
  -- Every draft pays for this, and most workspaces have no series.
  c_default_has_no_year constant integer := 0;
  v_next record;
begin
  if not exists (select 1 from corkboard.number_series s where s.workspace_id = p_workspace and s.kind = p_kind) then
    return corkboard.format_number(corkboard.default_number_format(p_kind), c_default_has_no_year, p_sequence);
  end if;
  v_next := corkboard.next_in_series(p_workspace, p_kind);
  update corkboard.number_series s set year = v_next.year, last_number = v_next.next_number
   where s.workspace_id = p_workspace and s.kind = p_kind;
  return corkboard.format_number(v_next.format, v_next.year, v_next.next_number);
end
$$;
comment on function corkboard.take_number(uuid, text, integer) is
  'The number of a new document, as next_in_series says. The caller adds the document in the same transaction, under the workspace''s lock. p_sequence is its place among all documents of its kind, which is its number by default.';
