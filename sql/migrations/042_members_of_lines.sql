-- Who worked what a line bills, in place of the member's email address as its description.

-- In a block, because Citus passes on the text of the query, outside of one the whole file; the constraint by itself, because it
-- takes none beside other changes. It is not valid, because no row has values yet.
do $$
begin
  alter table corkboard.invoices add column line_members uuid[];
  alter table corkboard.invoices add constraint invoices_line_members_check check (
    line_members is null or cardinality(line_members) = json_array_length(line_items)
  ) not valid;
end
$$;
comment on column corkboard.invoices.line_members is
  'For each line, in their order, the member whose time it bills, or null; null: no line is of one member. Papers print their names.';

-- Addresses leave the lines of all invoices, which programs can read; files that were issued stay. An invoice at a time, because
-- Citus plans no update with a join of many workspaces.
do $$
declare
  v_invoice record;
  v_lines json;
  v_members uuid[];
  v_has_address boolean;
begin
  for v_invoice in
    select i.workspace_id, i.id, i.line_items, i.line_ids, left(p.name, 400) as project
      from corkboard.invoices i
      join corkboard.projects p on p.workspace_id = i.workspace_id and p.id = i.project_id
     where i.line_ids is not null and i.line_items::text like '%@%'
  loop
    select json_agg(
             case when l.is_address
                  then json_build_object(
                    'description', concat_ws(', ', v_invoice.project, case when l.first_day = l.last_day then l.first_day::text
                                                                           else l.first_day || ' – ' || l.last_day end),
                    'quantityHundredths', l.line -> 'quantityHundredths', 'unitPriceCents', l.line -> 'unitPriceCents',
                    'taxRateBps', l.line -> 'taxRateBps')
                  else l.line end
             order by l.number),
           array_agg(case when l.is_address then l.member_id end order by l.number),
           bool_or(l.is_address)
      into v_lines, v_members, v_has_address
      from (
        select e.line, e.number, d.first_day, d.last_day,
               v_invoice.line_ids[e.number] is not null and e.line ->> 'description' ~ '^[^[:space:]@]+@[^[:space:]@]+$' as is_address,
               coalesce(d.member_id, (
                 select k.member_id from corkboard.timekeepers k
                  where k.workspace_id = v_invoice.workspace_id and k.kind = 'member' and k.name = e.line ->> 'description' limit 1)) as member_id
          from json_array_elements(v_invoice.line_items) with ordinality e (line, number)
          left join lateral (
            select min(t.date) as first_day, max(t.date) as last_day, (array_agg(k.member_id))[1] as member_id
              from corkboard.billed_time b
              join corkboard.time_entries t on t.workspace_id = v_invoice.workspace_id and t.id = b.time_entry_id
              left join corkboard.timekeepers k on k.workspace_id = v_invoice.workspace_id and k.id = t.timekeeper_id
             where b.workspace_id = v_invoice.workspace_id and b.invoice_id = v_invoice.id
               and b.line_id = v_invoice.line_ids[e.number]) d on true) l;
    if v_has_address then
      update corkboard.invoices i
         set line_items = v_lines,
             line_members = case when cardinality(array_remove(v_members, null)) > 0 then v_members end
       where i.workspace_id = v_invoice.workspace_id and i.id = v_invoice.id;
    end if;
  end loop;
end
$$;
