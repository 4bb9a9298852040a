alter table corkboard.change_orders add column recorded_by text;
comment on column corkboard.change_orders.recorded_by is
  'Who recorded the client''s approval: a member''s email address, or operator. Null: the client approved through a share link.';
