-- The values are in the statement, because Citus takes no row of a table as a parameter. PostgreSQL reads a text as the column's
-- type does, and an array from its own notation. A list of objects is for a column of JSON.
create or replace function corkboard.change_record(p_record anyelement, p_changes jsonb) returns anyelement
language plpgsql
as $$
declare
  v_columns jsonb := to_jsonb(p_record);
  v_key text := case when v_columns ? 'workspace_id' then 'workspace_id' else 'id' end;
  v_assignments text;
  v_changed alias for $0;
begin
  select string_agg(format('%I = %L', c.key, case jsonb_typeof(c.value)
           when 'array' then case jsonb_typeof(c.value -> 0)
             when 'object' then c.value::text else array(select jsonb_array_elements_text(c.value))::text end
           else c.value #>> '{}' end), ', ')
    into v_assignments from jsonb_each(p_changes) c;
  if v_assignments is null then
    return p_record;
  end if;
  execute format('update %s r set %s where r.%I = $1 and r.id = $2 returning r.*', pg_typeof(p_record), v_assignments, v_key)
     into v_changed using (v_columns ->> v_key)::uuid, (v_columns ->> 'id')::uuid;
  return v_changed;
end
$$;
comment on function corkboard.change_record(anyelement, jsonb) is
  'Updates these columns of a record in its table. Returns the new record. The caller has checked the columns and values.';
