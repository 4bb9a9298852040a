-- Parts are large, so that fewer are deleted at a time than rows of other tables. The row of an export goes after its parts.
create or replace function corkboard.prune_exports(p_batch integer default 200) returns integer
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  c_ended constant text := '(state = ''failed'' or finished_at <= now() - interval ''1 day'')';
  v_deleted integer;
begin
  v_deleted := corkboard.change_rows(
    format(
      'delete from %%1$s p
        where p.ctid = any (array(
          select o.ctid
            from (select workspace_id, id from %%2$s where %s) e
            join %%1$s o on o.workspace_id = e.workspace_id and o.export_id = e.id
           limit %s for update of o skip locked))',
      c_ended, p_batch),
    'corkboard.export_parts', 'corkboard.exports');
  if v_deleted = 0 then
    v_deleted := corkboard.delete_rows('corkboard.exports', 'o.finished_at <= now() - interval ''1 day''', p_batch);
  end if;
  return v_deleted;
end
$$;
comment on function corkboard.prune_exports(integer) is
  'Deletes up to a batch of the parts of exports that failed or finished a day ago; once there are none, exports that ended a day ago. Returns how many; 0 when none are left.';
