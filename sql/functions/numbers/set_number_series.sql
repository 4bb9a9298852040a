create or replace function corkboard.set_number_series(
  p_workspace uuid, p_kind text, p_format text, p_restarts_yearly boolean, p_next_number bigint
) returns corkboard.number_series
language plpgsql
as $$
declare
  c_kinds constant text[] := '{invoice,estimate,credit_note}';
  v_before record;
  v_format text;
  v_restarts boolean;
  v_next bigint;
  v_least bigint;
  v_other text;
  v_changes jsonb;
  v_series corkboard.number_series;
begin
  perform
    corkboard.check_required('kind', p_kind),
    corkboard.check_one_of('kind', p_kind, c_kinds),
    corkboard.check_form('format', p_format, 32,
      '^(?:(?:[A-Za-z0-9]|\{year\})[-/.]?)*\{number(?::[1-9])?\}(?:[-/.]?(?:[A-Za-z0-9]|\{year\}))*$',
      'must have {number} once, and besides only letters, digits, {year} and single -, / or . between them, like RE-{year}-{number:3}'),
    corkboard.check_range('nextNumber', p_next_number, 1, 999999999);
  perform corkboard.lock_workspace(p_workspace);
  v_before := corkboard.next_in_series(p_workspace, p_kind);
  v_format := coalesce(p_format, v_before.format);
  v_restarts := coalesce(p_restarts_yearly, v_before.restarts_yearly);
  v_next := coalesce(p_next_number, v_before.next_number);
  if v_restarts and position('{year}' in v_format) = 0 then
    perform corkboard.reject_field('format', 'must have {year} if the numbers begin again each year: they would repeat otherwise');
  end if;
  foreach v_other in array array_remove(c_kinds, p_kind) loop
    if corkboard.number_shape(v_format) = corkboard.number_shape((corkboard.next_in_series(p_workspace, v_other)).format) then
      perform corkboard.reject_field('format', format(
        'must differ by more than digits and signs from that of %ss, which could get the same number', replace(v_other, '_', ' ')));
    end if;
  end loop;
  v_least := greatest(v_before.next_number, 1 + corkboard.last_number_given(p_workspace, v_format,
    case when v_restarts then int4range(v_before.year, v_before.year, '[]')
         -- On New Year's Day another time zone of the workspace would bring back the year before.
         else int4range(extract(year from corkboard.utc_today() - 1)::integer, null) end));
  if v_next < v_least then
    perform corkboard.reject_field(
      'nextNumber', format('must be at least %s, because numbers are not given twice and never go back', v_least));
  end if;
  insert into corkboard.number_series as s (workspace_id, kind, format, restarts_yearly, year, last_number)
  values (p_workspace, p_kind, v_format, v_restarts, v_before.year, v_next - 1)
  on conflict (workspace_id, kind) do update
    set format = excluded.format, restarts_yearly = excluded.restarts_yearly, year = excluded.year, last_number = excluded.last_number
  returning * into v_series;
  v_changes := corkboard.changed_values(
    jsonb_build_object(p_kind || '_number_format', v_before.format, p_kind || '_numbers_restart_yearly', v_before.restarts_yearly,
      'next_' || p_kind || '_number', v_before.next_number),
    jsonb_build_object(p_kind || '_number_format', v_format, p_kind || '_numbers_restart_yearly', v_restarts,
      'next_' || p_kind || '_number', v_next));
  if v_changes is not null then
    perform corkboard.record_change(
      corkboard.current_actor(p_workspace), 'workspace.numbers_changed', 'workspace', p_workspace, v_changes);
  end if;
  return v_series;
end
$$;
comment on function corkboard.set_number_series(uuid, text, text, boolean, bigint) is
  'Changes the format of the numbers of a kind of documents, whether each year begins at 1, and the next number; what is null stays. Numbers of a workspace never repeat, and the next one can only be raised. Rejects with validation, not_found.';
