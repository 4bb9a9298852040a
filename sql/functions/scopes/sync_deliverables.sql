-- An unchanged deliverable keeps its row, and so the references to it. Equal titles keep their rows in order. Row by row,
-- because Citus inserts the rows of a query with COPY, which row-level security doesn't allow.
create or replace function corkboard.sync_deliverables(p_workspace uuid, p_project uuid, p_titles text[]) returns void
language plpgsql
as $$
declare
  v_change record;
begin
  for v_change in
    with wanted as (
      select t.title, t.position::integer, row_number() over (partition by t.title order by t.position) as nth
        from unnest(p_titles) with ordinality as t (title, position)
    ), present as (
      select d.id, d.title, d.position, row_number() over (partition by d.title order by d.position) as nth
        from corkboard.project_deliverables d
       where d.workspace_id = p_workspace and d.project_id = p_project
    )
    select p.id, title, w.position
      from present p full join wanted w using (title, nth)
     where p.position is distinct from w.position
     order by w.position
  loop
    if v_change.id is null then
      insert into corkboard.project_deliverables (workspace_id, project_id, position, title)
      values (p_workspace, p_project, v_change.position, v_change.title);
    elsif v_change.position is null then
      delete from corkboard.project_deliverables d where d.workspace_id = p_workspace and d.id = v_change.id;
    else
      update corkboard.project_deliverables d set position = v_change.position
       where d.workspace_id = p_workspace and d.id = v_change.id;
    end if;
  end loop;
end
$$;
comment on function corkboard.sync_deliverables(uuid, uuid, text[]) is
  'Makes the project''s deliverables equal to the titles, in their order. Unchanged ones keep their rows.';
