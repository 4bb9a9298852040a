-- When the year changes, numbers of the new one may have been given already: in another time zone, or by a format with a fixed year.
create or replace function corkboard.next_in_series(
  p_workspace uuid, p_kind text, out format text, out restarts_yearly boolean, out year integer, out next_number bigint
)
language plpgsql stable
as $$
declare
  v_series corkboard.number_series;
begin
  year := extract(year from corkboard.workspace_today(p_workspace));
  select * into v_series from corkboard.number_series s where s.workspace_id = p_workspace and s.kind = p_kind;
  format := coalesce(v_series.format, corkboard.default_number_format(p_kind));
  restarts_yearly := coalesce(v_series.restarts_yearly, false);
  next_number := 1 + case
    when v_series.id is null and p_kind = 'credit_note' then (
      select coalesce(max(c.sequence), 0) from corkboard.credit_notes c where c.workspace_id = p_workspace)
    when v_series.id is null then (
      select coalesce(max(i.sequence), 0) from corkboard.invoices i where i.workspace_id = p_workspace and i.kind = p_kind)
    when restarts_yearly and v_series.year <> year then corkboard.last_number_given(p_workspace, format, int4range(year, year, '[]'))
    else v_series.last_number end;
end
$$;
comment on function corkboard.next_in_series(uuid, text) is
  'How the workspace numbers its documents of a kind (invoice, estimate, credit_note), and the next number and its year.';
